import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Journeys: the built site in a real Chromium (`CHROMIUM_PATH`, which `npm test` sets). Two files at
 * a time: while one waits for its browser, the other works.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "journeys",
    include: ["e2e/**/*.e2e.ts", "src/**/*.e2e.ts", "bin/**/*.e2e.ts"],
    globalSetup: ["src/platform/database/vitest-global-setup.ts", "e2e/vitest-global-setup.ts"],
    maxWorkers: 2,
    // The files of a worker share its site and its browser (journey.fixture.ts).
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // As patient as Playwright is with what must appear, within reason.
    expect: { poll: { timeout: 15_000 } },
  },
});
