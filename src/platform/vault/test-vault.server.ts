import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startVault } from "./vault.server.ts";

/** Gives the tests of the calling file their own keys. */
export function useTestVault(): void {
  let folder: string | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vault-"));
    await startVault({ DATA_DIR: folder, DEMO: true, KEY_FILE: undefined });
  });
  afterAll(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });
}
