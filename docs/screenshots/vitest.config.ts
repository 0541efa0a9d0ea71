import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npm run screenshots`: not a proof, so apart from the journeys. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["docs/screenshots/*.shots.ts"],
    globalSetup: ["src/platform/database/vitest-global-setup.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
