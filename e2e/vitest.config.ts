import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Journeys: the built site in a real Chromium (`CHROMIUM_PATH`, which `npm test` sets). One file at
 * a time, because a browser, a server and a database fill two cores.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "journeys",
    include: ["e2e/**/*.e2e.ts", "src/**/*.e2e.ts", "bin/**/*.e2e.ts"],
    globalSetup: ["src/platform/database/vitest-global-setup.ts"],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
