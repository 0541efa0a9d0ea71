import fc from "fast-check";
import { expect, test } from "vitest";
import { journey } from "../journey.fixture.ts";
import { fuzzCase, fuzzPaths, openFuzzSite } from "./fuzz-site.fixture.ts";

/** The long run of the same, with its results: bench/fuzz. */
const SEED = 20_261_122;
const CASES = 500;
/** All requests come from one address, and sign-ins count towards its rate limit. */
const CASES_BETWEEN_SIGN_INS = 250;

// A separate site, because this test leaves strange data in every account.
const visit = journey({ ownSite: true });

test("whatever comes in, no answer is a fault and nothing is left unhandled", async () => {
  const site = await openFuzzSite(visit.site.origin);
  const surface = { paths: fuzzPaths(), ...(await site.harvest({ isShort: true })) };
  expect(surface.forms.length).toBeGreaterThan(60);
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(fuzzCase(surface, site.callers), async (each) => {
      sent += 1;
      if (sent % CASES_BETWEEN_SIGN_INS === 0) await site.signInAgain();
      const { status } = await site.send(each);
      return status < 500;
    }),
    { seed: SEED, numRuns: CASES },
  );
  const faults = visit.site
    .output()
    .split("\n")
    .filter((line) => /"level":50|unhandled|uncaught/i.test(line));
  expect(faults).toEqual([]);
  expect((await fetch(`${visit.site.origin}/readyz`)).status).toBe(200);
}, 240_000);
