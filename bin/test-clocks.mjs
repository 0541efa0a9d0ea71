// `npm run test:clocks`: runs the tests that depend on the date, with the clock set to difficult
// moments, one after the other.
// `npm run test:clocks -- 2028-02-29` uses only the moments that begin with that text, `-- unit`
// runs all unit tests, `-- e2e` the end-to-end tests, `-- src/forms` the tests in that folder.
// Needs libfaketime (Debian: apt-get install faketime).
import { existsSync, globSync } from "node:fs";
import { runNode } from "./child.mjs";
import { inRoot, root } from "./paths.mjs";
import { explain, Refusal } from "./stages.mjs";
import { listImports, readText, testFiles } from "./test-plan.mjs";

process.chdir(root);

/** The moments in UTC, with what is special about them. */
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

/** Code that converts a time to a date: by the site's functions, JavaScript's, or SQL's. */
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

/** The tests that convert a time to a date, or import a file that does. */
function listDayTests() {
  return testFiles()
    .filter((file) => /^(src|packages)\/.*\.test\.tsx?$/.test(file))
    .filter((file) => [file, ...listImports(file)].some((each) => DAY.test(readText(each))));
}

/**
 * An environment in which all processes, including PostgreSQL, start at this time, and time
 * continues from there.
 * @param {string} moment
 * @param {string} library
 */
function shiftClock(moment, library) {
  const offsetS = Math.round((Date.parse(moment) - Date.now()) / 1000);
  return {
    ...process.env,
    LD_PRELOAD: library,
    // An offset, not a time, so that a process that starts later does not start from the same
    // moment.
    FAKETIME: `${offsetS < 0 ? "" : "+"}${offsetS}s`,
    // Timers use the monotonic clock, which is not changed.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}
