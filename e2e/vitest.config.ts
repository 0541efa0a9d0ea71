import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * These files start first, the longest first: if a long one started last, the other processors
 * would wait for it. Without a cache of an earlier run, which a fresh clone lacks, Vitest orders by
 * file size.
 */
const LONGEST = [
  "e2e/policy",
  "e2e/accessibility",
  "src/pages/account/my-listings/seller",
  "src/pages/public/sell-request/sell-request",
  "e2e/database-away",
  "src/pages/account/account",
  "e2e/crawl",
  "e2e/sell-car",
  "e2e/chaos/chaos",
  "src/pages/account/security/passkey",
  "e2e/fuzz/fuzz",
  "e2e/market",
  "e2e/pre-approval",
  "e2e/credit-application",
  "e2e/security",
  "src/pages/public/cars/cars",
  "bin/start",
  "e2e/maintenance",
  "e2e/killed-under-load",
  "src/pages/public/layout/layout",
  "e2e/page-weight",
  "e2e/reading",
  "e2e/credit-co-applicant",
  "e2e/leak-hunt",
  "src/pages/public/listing/listing",
  "e2e/credit-application-return",
  "src/pages/public/listing/ask",
  "e2e/stopping",
  "src/pages/public/sell-car/vin-offer",
  "src/pages/staff/administration",
  "src/pages/public/vin/vin-lookup",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/**
 * End-to-end tests: the built site in a real Chromium (`CHROMIUM_PATH`, which `npm test` sets).
 * Three files run at a time, even on two processors: a test waits for a timer, an e-mail or an idle
 * network for more than half of its time.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "journeys",
    include: ["e2e/**/*.e2e.ts", "src/**/*.e2e.ts", "bin/**/*.e2e.ts"],
    globalSetup: ["e2e/vitest-global-setup.ts"],
    setupFiles: ["e2e/begin-as-copies.fixture.ts"],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The files of a worker share its site and its browser (journey.fixture.ts).
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // Polls nearly as long as Playwright waits for an element.
    expect: { poll: { timeout: 15_000 } },
  },
});
