import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Journeys: the built site in a real Chromium (`CHROMIUM_PATH`, which `npm test` sets). Two files at
 * a time: each has a site, a browser and a database of its own, and waits more than it works.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "journeys",
    include: ["e2e/**/*.e2e.ts", "src/**/*.e2e.ts", "bin/**/*.e2e.ts"],
    globalSetup: ["src/platform/embedded-postgres/vitest-global-setup.ts"],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
