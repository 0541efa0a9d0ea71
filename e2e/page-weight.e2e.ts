import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * How much script a page brings, counted in the built site: every module of its route, of the routes
 * around it and of the entry, with all that they import, as gzip. One needless import can load the
 * whole site's messages, and nothing else would tell.
 */
type Chunk = { module: string; imports: string[] };
type Manifest = { entry: Chunk; routes: Record<string, Chunk & { id: string; parentId?: string }> };

const CLIENT = "build/client";

const BUDGET_KB: [page: string, kB: number][] = [
  ["pages/public/home/home.page", 162],
  ["pages/public/cars/cars.page", 163],
  ["pages/public/listing/listing.page", 174],
  ["pages/public/information/faq.page", 154],
];
/** Of any page, staff's among them. */
const MOST_KB = 174;

const manifest = readManifest();

describe("kB of script", () => {
  test.each(BUDGET_KB)("%s: at most %i kB", (page, most) => {
    expect(countKiloBytes(page)).toBeLessThanOrEqual(most);
  });

  test(`every page: at most ${MOST_KB} kB`, () => {
    const pages = Object.keys(manifest.routes).filter((id) => id.includes(".page"));
    expect(pages.length).toBeGreaterThan(40);
    const weights = pages.map((page) => ({ page, kB: countKiloBytes(page) }));
    expect(weights.filter(({ kB }) => kB > MOST_KB)).toEqual([]);
  });
});

function readManifest(): Manifest {
  const assets = join(CLIENT, "assets");
  const name = readdirSync(assets).find((each) => /^manifest-[\w-]+\.js$/.test(each));
  const script = readFileSync(join(assets, name ?? "manifest.js"), "utf8");
  const json = /^window\.__reactRouterManifest=(.*?);?\s*$/s.exec(script)?.[1];
  return JSON.parse(json ?? "") as Manifest;
}

function countKiloBytes(page: string): number {
  const chunks = [manifest.entry];
  for (let id: string | undefined = page; id; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    if (!route) throw new Error(`The built site has no page "${id}".`);
    chunks.push(route);
  }
  const files = new Set(chunks.flatMap(({ module, imports }) => [module, ...imports]));
  const bytes = [...files].map((file) => readFileSync(join(CLIENT, `${file}.gz`)).length);
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1000);
}
