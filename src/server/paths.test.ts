import { expect, test } from "vitest";
import { siteCalls } from "#api/calls.ts";
import { paths } from "#site/paths.ts";
import { listPages } from "./knock.fixture.ts";

/**
 * Files that search engines and browsers request: neither pages nor calls (crawlers.api.ts,
 * files.api.ts).
 */
const FILES = [
  "/sitemap.xml",
  "/sitemaps/:source/:slice",
  "/robots.txt",
  "/llms.txt",
  "/service-worker.js",
  "/offline",
];

const patterns = [
  ...listPages().map(({ path }) => path),
  ...siteCalls.map(({ contract }) => contract.path.replaceAll(/\{(\w+)\}/g, ":$1")),
  ...FILES,
]
  .filter((path) => !path.includes("*"))
  .map((path) => {
    const filled = path.replaceAll(/\/:\w+\?/g, "(/[^/]+)?").replaceAll(/:\w+/g, "[^/]+");
    return new RegExp(`^${filled}$`);
  });

test.each(Object.entries(paths))("%s leads somewhere", (_, build) => {
  const parts = Array.from({ length: Math.max(build.length, 1) }, () => "suv");
  const address = String(Reflect.apply(build, undefined, parts)).replace(/[?#].*/, "");
  expect(patterns.filter((pattern) => pattern.test(address))).not.toEqual([]);
});
