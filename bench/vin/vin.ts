/**
 * Times the preparation of the VIN database and its decoding, through the same functions as the
 * site.
 * Run it with: node bench/vin/vin.ts
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVinDecoder } from "#domain/catalogue/vin-decoder/vin-decoder.server.ts";
import { prepareVpic } from "#domain/catalogue/vin-decoder/prepare-vpic.server.ts";

const COUNT = 600;

/** Patterns of cars that are sold here, by the first eight characters and the tenth and eleventh. */
// oxfmt-ignore
const PATTERNS = [
  "2HKRW2H2*NH", "2HGFE4F8*SH", "2T3B1RFV*SC", "2C4RC1L7*PR", "1FTFW1E5*NK", "KM8K2CAB*PU",
  "2GKFLTEK*H6", "JTDBBRBE*LJ", "1HGCM826*3A", "5GZCZ43D*3S", "JN1BJ1AW*PW", "WP0ZZZ99*TS",
];

const folder = await mkdtemp(join(tmpdir(), "vin-bench-"));
const preparations = [];
for (let round = 0; round < 5; round += 1) {
  await rm(folder, { recursive: true });
  preparations.push(await timed(() => prepareVpic(folder)));
}
const file = await prepareVpic(folder);
const check = await timed(() => prepareVpic(folder));
console.log(`prepare: ${percentiles(preparations)}`);
console.log(`look again: ${check.toFixed(1)} ms`);
console.log(`database: ${((await stat(file)).size / 1e6).toFixed(1)} MB`);

await rm(folder, { recursive: true });
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const decoder = createVinDecoder({ folder });
const behind = await timed(() => decoder.prepared);
delay.disable();
console.log(`prepare behind the server: ${behind.toFixed(0)} ms`);
console.log(`event loop meanwhile: p99 ${ms(delay.percentile(99))}, max ${ms(delay.max)}`);

const first = await timed(() => decoder.decode(makeVin(0)));
console.log(`first VIN, with the thread's start: ${first.toFixed(0)} ms`);
const times = [];
delay.reset();
delay.enable();
for (let at = 1; at <= COUNT; at += 1) times.push(await timed(() => decoder.decode(makeVin(at))));
delay.disable();
console.log(`${COUNT} VINs one after the other: ${percentiles(times)}`);
console.log(`event loop meanwhile: p99 ${ms(delay.percentile(99))}, max ${ms(delay.max)}`);
console.log(
  `one of them again: ${(await timed(() => decoder.decode(makeVin(COUNT)))).toFixed(2)} ms`,
);

await decoder.close();
await rm(folder, { recursive: true });

/** A different car of each pattern every time, so that the cache by VIN has no effect. */
function makeVin(at: number): string {
  const pattern = PATTERNS[at % PATTERNS.length] ?? "";
  return pattern.replace("*", "0") + String(100_000 + at);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function percentiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, max ${at(1).toFixed(1)} ms`;
}

function ms(nanoseconds: number): string {
  return `${(nanoseconds / 1e6).toFixed(1)} ms`;
}
