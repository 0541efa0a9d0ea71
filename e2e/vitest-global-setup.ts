import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { prepareVpic } from "#domain/catalogue/vin-decoder/prepare-vpic.server.ts";
import { provideTestPostgres } from "#platform/database/vitest-global-setup.ts";
import { checkDataDirectory } from "../bin/data-directory-lock.mjs";
import { copyFolder, MADE_ONCE_FOLDER, newDataDirectory, startSite } from "./site.fixture.ts";
import { fillPictureFolder, findPictures } from "./stand-in-pictures.fixture.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder for the data of the shared sites; deleted after the run. */
    sharedSites: string;
    /** The data directory, with its database, of a stopped site that has the demo data. */
    filledSite: string;
  }
}

/** Sites end with the test process; this is how long to wait for them. */
const SITES_END_TIMEOUT_MS = 15_000;

/**
 * Prepares the VIN database before any site starts, and the demo's pictures. Two sites that find no
 * VIN database in their shared folder would each delete what the other has half prepared. Then one
 * site is started for the first time, which takes some seconds of processor time. All others, on a
 * database of the run's PostgreSQL or with their own, begin as copies of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const vinFolder = join(MADE_ONCE_FOLDER, "vin");
  await mkdir(vinFolder, { recursive: true });
  await prepareVpic(vinFolder);
  const folder = await mkdtemp(join(tmpdir(), "sites-"));
  project.provide("sharedSites", folder);
  const filled = await newDataDirectory(tmpdir());
  project.provide("filledSite", filled);
  const started = startSite({}, filled);
  const requested = started.then((site) => findPictures(site.origin));
  await fillPictureFolder(join(MADE_ONCE_FOLDER, "pictures"), requested);
  await (await started).stop();
  const stopPostgres = await provideTestPostgres(project, {
    fill: (directory) => copyFolder(join(filled, "postgres"), join(directory, "postgres")),
    prepare: async ({ url }) => url,
  });
  return async () => {
    const sites = (await readdir(folder)).map((name) => join(folder, name));
    const deadline = performance.now() + SITES_END_TIMEOUT_MS;
    while (!sites.every((site) => checkDataDirectory(site).ok) && performance.now() < deadline)
      await pause(50);
    await stopPostgres();
    for (const each of [folder, filled]) await rm(each, { recursive: true, force: true });
  };
}
