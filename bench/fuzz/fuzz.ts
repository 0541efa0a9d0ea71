/**
 * Sends random requests to every page, form, call and query parameter of the built site.
 * Run it with: node_modules/.bin/node bench/fuzz/fuzz.ts [cases] [seed]
 */
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import {
  type FuzzCase,
  fuzzCase,
  fuzzPaths,
  openFuzzSite,
} from "../../e2e/fuzz/fuzz-site.fixture.ts";
import { removeDataDirectory, startSite } from "../../e2e/site.fixture.ts";

const [cases = 20_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const SLOW_MS = 2_000;
const CASES_BETWEEN_SIGN_INS = 500;
const MOST_SHOWN = 40;

const site = await startSite({ LOG_LEVEL: "warn" });
try {
  const fuzz = await openFuzzSite(site.origin);
  const surface = { paths: fuzzPaths(), ...(await fuzz.harvest()) };
  console.log(
    `${surface.paths.length} addresses, ${surface.forms.length} forms, ${surface.names.length} names; seed ${seed}`,
  );
  const durations: number[] = [];
  const statuses = new Map<number, number>();
  const faults = new Map<string, FuzzCase>();
  const slow: [number, FuzzCase][] = [];
  const memory: number[] = [];
  let sent = 0;
  for (const each of fc.sample(fuzzCase(surface, fuzz.callers), { numRuns: cases, seed })) {
    if (sent % CASES_BETWEEN_SIGN_INS === 0) await fuzz.signInAgain();
    if (sent % 1_000 === 0) memory.push(await residentMegabytes());
    sent += 1;
    const { status, durationMs } = await fuzz
      .send(each)
      .catch(() => ({ status: 0, durationMs: 0 }));
    durations.push(durationMs);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 || status === 0)
      faults.set(`${status} ${each.method} ${each.target.split("?")[0]}`, each);
    if (durationMs > SLOW_MS) slow.push([durationMs, each]);
  }
  memory.push(await residentMegabytes());
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  console.log(`sent ${sent}; ms p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`);
  console.log("answers", Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)));
  console.log(`memory MB after each thousand: ${memory.map((each) => each.toFixed(0)).join(" ")}`);
  console.log(`${slow.length} above ${SLOW_MS} ms`);
  for (const [ms, each] of slow.slice(0, MOST_SHOWN))
    console.log(ms.toFixed(0), JSON.stringify(each).slice(0, 600));
  console.log(`${faults.size} kinds of fault`);
  for (const [name, each] of [...faults].slice(0, MOST_SHOWN))
    console.log(name, JSON.stringify(each).slice(0, 900));
  const unhandled = site
    .output()
    .split("\n")
    .filter((line) => /"level":[56]0|unhandled|uncaught/i.test(line));
  console.log(`${unhandled.length} lines of faults in the log`);
  for (const line of unhandled.slice(0, MOST_SHOWN)) console.log(line.slice(0, 900));
  process.exitCode = faults.size + slow.length + unhandled.length > 0 ? 1 : 0;
} finally {
  await site.stop();
  await removeDataDirectory(site);
}

async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${site.processId}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
