// How long a million rows take, each kind of question asked again and again. It asserts nothing.
//   node --expose-gc packages/faceted-index/bench.ts [rows]
import { type Bitmap, intersect } from "./bitmap.ts";
import { FacetedIndex, type Point } from "./faceted-index.ts";

const ROWS = Number(process.argv[2] ?? 1_000_000);
const RUNS = 100;
const TOWNS = 300;

/** The great-circle distance on a sphere. */
function distanceKm(from: Point, to: Point): number {
  const toRadians = Math.PI / 180;
  const north = Math.sin(((to.lat - from.lat) * toRadians) / 2) ** 2;
  const east = Math.sin(((to.lon - from.lon) * toRadians) / 2) ** 2;
  const both = Math.cos(from.lat * toRadians) * Math.cos(to.lat * toRadians);
  return 2 * 6_371 * Math.asin(Math.sqrt(Math.min(1, north + both * east)));
}

const values = (count: number) => ({ kind: "value", values: count }) as const;
const facets = {
  price: values(41),
  year: values(128),
  colour: values(14),
  body: values(9),
  fuel: values(7),
  seats: values(9),
  region: values(14),
  seller: values(3),
  extras: { kind: "bits", bits: 16 },
  town: { kind: "name" },
  model: { kind: "name" },
} as const;
const ALL = Object.keys(facets) as (keyof typeof facets)[];

/** A random number below `count`; higher numbers are less likely. */
function draw(count: number): number {
  return Math.floor(Math.random() ** 2 * count);
}

const index = new FacetedIndex(
  { facets, amounts: ["price", "posted"], measure: { distanceKm, earthRadiusKm: 6_371 } },
  ROWS,
);
fill();

const page = { isDescending: false, after: null, limit: 25 };
const centre = { lat: 43.5, lon: -119.5 };
const body = index.havingValue("body", [0]);
const few = intersect(
  body,
  index.havingName("model", (name) => name.endsWith("7")),
);
measure("rows of two of nine values", () => index.havingValue("body", [0, 4]));
measure("rows of a tenth of the names", () =>
  index.havingName("model", (name) => name.endsWith("7")),
);
measure("circles of three radii", () => index.circles(centre, [25, 50, 100], false));
const counted: [string, Bitmap][] = [
  ["all rows", index.all],
  ["a third of the rows", body],
  ["few rows", few],
];
for (const [name, rows] of counted) {
  measure(`all facets of ${name}`, () => index.count(rows, ALL));
  measure(`cheapest of ${name}`, () => index.first(rows, { ...page, by: "price" }));
  measure(`nearest of ${name}`, () => index.first(rows, { ...page, by: { distanceFrom: centre } }));
}

function fill(): void {
  const startedAt = performance.now();
  for (let row = 0; row < ROWS; row += 1) {
    const town = draw(TOWNS);
    const price = draw(100_000);
    index.put({
      id: `0198a000-0000-7000-8000-${String(row).padStart(12, "0")}`,
      point: { lat: 43 + (town % 17) / 2 + Math.random(), lon: -120 + town / 5 + Math.random() },
      facets: {
        price: Math.floor(price / 2_500),
        year: 60 + draw(60),
        colour: draw(14),
        body: draw(9),
        fuel: draw(7),
        seats: draw(9),
        region: town % 14,
        seller: draw(3),
        extras: draw(2 ** 16),
        town: `Town ${town}`,
        model: `Model ${draw(600)}`,
      },
      amounts: { price, posted: row },
    });
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  globalThis.gc?.();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  const toMb = (bytes: number) => Math.round(bytes / 2 ** 20);
  print(
    `${ROWS} rows in ${seconds.toFixed(1)} s; arrays ${toMb(arrayBuffers)} MB, objects ${toMb(heapUsed)} MB`,
  );
}

function measure(name: string, work: () => unknown): void {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now();
    work();
    times.push(performance.now() - from);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(RUNS * share)]!.toFixed(2);
  print(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
