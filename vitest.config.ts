import { defineConfig } from "vitest/config";
import { inPageScript } from "./bin/in-page-script.mjs";

/** `npm test` runs these after types, lint and format; the journeys have e2e/vitest.config.ts. */
export default defineConfig({
  plugins: [inPageScript],
  test: {
    // On two processors too: a file waits for PostgreSQL, for peers and for processes that it ends for
    // a good part of its time. Each worker's files hold up to 30 connections of the one PostgreSQL,
    // which gives 100.
    maxWorkers: 3,
    // A worker keeps the modules it has loaded: loading them anew for each file cost more than all
    // the tests. What a file starts (database, clock, peers) it ends itself.
    isolate: false,
    // 3,300 modules of a message each, in plain JavaScript: Node loads them by itself, where Vite
    // would read and rewrite each of them and every worker ask for each.
    server: { deps: { external: [/\/src\/messages\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: "house",
          include: ["house/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "packages/**/*.test.ts", "bin/**/*.test.ts"],
          globalSetup: ["src/platform/database/vitest-global-setup.ts"],
          setupFiles: [
            "src/platform/log/vitest-quiet-log.ts",
            "src/domain/identity/vitest-quick-scrypt.ts",
            "src/server/vitest-usual-locale.ts",
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
