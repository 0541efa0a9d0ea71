/**
 * Sends random requests to every page, form, call and query parameter of the built site.
 * Run it with: node_modules/.bin/node bench/fuzz/fuzz.ts [cases] [seed]
 */
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

// The inspector can force garbage collection, so only what remains after it counts as growth.
const site = await startSite({ LOG_LEVEL: "warn", NODE_OPTIONS: "--inspect=127.0.0.1:0" });
const inspector = await openInspector(site.output());
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
  const memory: Memory[] = [];
  let sent = 0;
  for (const each of fc.sample(fuzzCase(surface, fuzz.callers), { numRuns: cases, seed })) {
    if (sent % CASES_BETWEEN_SIGN_INS === 0) await fuzz.signInAgain();
    if (sent % 1_000 === 0) {
      memory.push(await inspector.readMemory());
      console.log(sent, JSON.stringify(memory.at(-1)));
    }
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
  memory.push(await inspector.readMemory());
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  console.log(`sent ${sent}; ms p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`);
  console.log("answers", Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)));
  for (const kind of ["heapUsed", "external", "rss"] as const) {
    const figures = memory.map((each) => (each[kind] / 2 ** 20).toFixed(0));
    console.log(`${kind} MB after each thousand, garbage collected: ${figures.join(" ")}`);
  }
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
  inspector.close();
  await site.stop();
  await removeDataDirectory(site);
}

type Memory = { rss: number; heapUsed: number; external: number };

/** Connects to Node's inspector of the site's process, by the Chrome DevTools protocol. */
async function openInspector(output: string) {
  const address = /ws:\/\/\S+/.exec(output)?.[0];
  if (!address) throw new Error("The site's process has no inspector.");
  const socket = new WebSocket(address);
  await new Promise((done) => socket.addEventListener("open", done, { once: true }));
  let lastId = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<string>((done) => {
      const id = (lastId += 1);
      const listen = ({ data }: MessageEvent) => {
        if ((JSON.parse(String(data)) as { id?: number }).id !== id) return;
        socket.removeEventListener("message", listen);
        done(String(data));
      };
      socket.addEventListener("message", listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    async readMemory(): Promise<Memory> {
      await call("HeapProfiler.collectGarbage");
      const reply = await call("Runtime.evaluate", {
        expression: "JSON.stringify(process.memoryUsage())",
      });
      const { result } = JSON.parse(reply) as { result: { result: { value: string } } };
      return JSON.parse(result.result.value) as Memory;
    },
    close: () => socket.close(),
  };
}
