import { defineConfig } from "vitest/config";

/** `npm test` runs these after types, lint and format; the journeys have e2e/vitest.config.ts. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "house",
          include: ["house/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "packages/**/*.test.ts", "bin/**/*.test.ts"],
          globalSetup: ["src/platform/database/vitest-global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
