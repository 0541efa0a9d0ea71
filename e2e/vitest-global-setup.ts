import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { prepareVpic } from "#domain/catalogue/vin-decoder/prepare-vpic.server.ts";
import { checkDataDirectory } from "../bin/data-directory-lock.mjs";
import { MADE_ONCE_FOLDER } from "./site.fixture.ts";
import { fillPictureFolder } from "./stand-in-pictures.fixture.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the sites that several files visit keep their data; goes with the run. */
    sharedSites: string;
  }
}

/** Sites end with the process that runs the tests; this long they are waited for. */
const SITES_END_TIMEOUT_MS = 15_000;

/**
 * Prepares the VIN database before any site starts (two sites that find none in the folder they share
 * would each throw away what the other has half done), and the demo's pictures.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const vinFolder = join(MADE_ONCE_FOLDER, "vin");
  await mkdir(vinFolder, { recursive: true });
  await prepareVpic(vinFolder);
  await fillPictureFolder(join(MADE_ONCE_FOLDER, "pictures"));
  const folder = await mkdtemp(join(tmpdir(), "sites-"));
  project.provide("sharedSites", folder);
  return async () => {
    const sites = (await readdir(folder)).map((name) => join(folder, name));
    const deadline = performance.now() + SITES_END_TIMEOUT_MS;
    while (!sites.every((site) => checkDataDirectory(site).ok) && performance.now() < deadline)
      await pause(50);
    await rm(folder, { recursive: true, force: true });
  };
}
