// `npm run test:clocks`: the tests that depend on the day, with the machine's clock where days go
// wrong, one moment after the other. `npm run test:clocks -- 2028-02-29` takes the moments that begin
// so, `-- unit` all tests of the parts, `-- e2e` the journeys, `-- src/forms` the tests that lie there.
// Needs libfaketime (Debian: apt-get install faketime).
import { existsSync, globSync } from "node:fs";
import { runNode } from "./child.mjs";
import { inRoot, root } from "./paths.mjs";
import { explain, Refusal } from "./stages.mjs";
import { listImports, readText, testFiles } from "./test-plan.mjs";

process.chdir(root);

/** In UTC, and what is about to happen there. */
const MOMENTS = {
  "2027-01-20T23:30Z": "evening in Canada, the last minutes of the UTC day",
  "2027-01-21T04:30Z": "still yesterday in Toronto",
  "2027-02-28T23:30Z": "the last of February in a common year",
  "2028-02-29T04:30Z": "28 February in Toronto, 29 February in UTC",
  "2028-02-29T17:00Z": "29 February everywhere in Canada",
  "2026-12-31T23:30Z": "New Year's Eve",
  "2027-01-01T04:30Z": "New Year in UTC, New Year's Eve in Toronto",
  "2027-03-14T06:58Z": "two minutes before Toronto's clocks go forward",
  "2027-11-07T05:58Z": "two minutes before Toronto's clocks go back",
};

const LIBRARIES = [
  "/usr/lib/*/faketime/libfaketimeMT.so.1",
  "/usr/{lib,lib64,local/lib}/faketime/libfaketimeMT.so.1",
];

/** What makes a day of an instant: our own ways, the language's, and SQL's. */
const DAY =
  /\btoday\(|calendarDay\(|newestModelYear|\.[gs]et(UTC)?(FullYear|Month|Date|Day|Hours)\(|toISOString\(\)\.slice|DateTimeFormat|current_date|date_trunc|::date\b|at time zone/;

try {
  const library = LIBRARIES.flatMap((pattern) => globSync(pattern)).find((file) =>
    existsSync(file),
  );
  if (!library)
    throw new Refusal("Install libfaketime first; on Debian and Ubuntu: apt-get install faketime");
  const parameters = process.argv.slice(2);
  const requested = parameters.filter((each) => /^\d/.test(each));
  const chosen = parameters.filter((each) => !requested.includes(each));
  const moments = Object.entries(MOMENTS).filter(
    ([moment]) => requested.length === 0 || requested.some((each) => moment.startsWith(each)),
  );
  if (moments.length === 0)
    throw new Refusal(`No moment begins like that. There are ${Object.keys(MOMENTS).join(", ")}.`);
  const tests = chosen.length > 0 ? chosen : listDayTests();
  if (chosen.length === 0) console.log(`${tests.length} files of tests depend on the day.`);
  /** @type {string[]} */
  const failed = [];
  for (const [moment, what] of moments) {
    console.log(`\n\x1b[1m${moment}: ${what}\x1b[0m`);
    const env = shiftClock(moment, library);
    const { exitCode } = await runNode([inRoot("bin", "test.mjs"), ...tests], { env });
    if (exitCode !== 0) failed.push(moment);
  }
  if (failed.length > 0) throw new Refusal(`Failed at ${failed.join(", ")}.`);
  console.log(`\nPassed at ${moments.length} moments.`);
} catch (error) {
  explain(error);
}

/** The tests that make a day of an instant themselves, or import what does. */
function listDayTests() {
  return testFiles()
    .filter((file) => /^(src|packages)\/.*\.test\.tsx?$/.test(file))
    .filter((file) => [file, ...listImports(file)].some((each) => DAY.test(readText(each))));
}

/**
 * An environment whose processes, PostgreSQL among them, all read this time, and go on from there.
 * @param {string} moment
 * @param {string} library
 */
function shiftClock(moment, library) {
  const offsetS = Math.round((Date.parse(moment) - Date.now()) / 1000);
  return {
    ...process.env,
    LD_PRELOAD: library,
    // An offset, not a time: a process that starts later must not start from the same moment.
    FAKETIME: `${offsetS < 0 ? "" : "+"}${offsetS}s`,
    // What waits for a while waits by the monotonic clock, which stays as it is.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}
