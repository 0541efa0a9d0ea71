// Runs Lighthouse on every kind of public page, in both languages, as a phone:
// npm run lighthouse-pages --prefix tools -- ORIGIN > docs/lighthouse.md
// The results for search engines, accessibility and best practices are equal on every machine.
// Speed is not: run it on an otherwise idle machine. A page that is not fast at first is measured
// twice more.
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [origin = "http://localhost:3000"] = process.argv.slice(2);
const CATEGORIES = ["seo", "accessibility", "best-practices"];
const FAST = 0.98;

/** The pages of SPEC.md §2, and others that people and search engines are led to. */
const PAGES = [
  "/",
  "/cars",
  "/sell-car",
  "/allListings",
  "/creditform",
  "/about",
  "/contact",
  "/faq",
  "/blogs",
  "/terms",
  "/privacy",
  "/cookies",
  "/accessibility",
  "/call-back",
  "/login",
  "/register",
];

/** The first page of a kind that the sitemap lists. */
async function firstListed(kind) {
  const read = async (address) =>
    [...(await (await fetch(address)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, found]) => new URL(found).pathname,
    );
  for (const slice of await read(`${origin}/sitemap.xml`)) {
    const found = (await read(origin + slice)).find((path) => kind.test(path));
    if (found) return found;
  }
  throw new Error(`The sitemap has no address like ${kind}.`);
}

const kinds = [/^\/details\//, /^\/blogs\/./, /^\/cars\/[^/]+$/, /^\/cars\/[^/]+\/[^/]+$/];
const paths = [...PAGES, ...(await Promise.all(kinds.map(firstListed)))];
const userDataDir = await mkdtemp(join(tmpdir(), "lighthouse-"));
const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH,
  userDataDir,
  chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
/** For each page, the results of its English and its French address. */
const rows = new Map(paths.map((path) => [path, []]));
const speeds = new Map(paths.map((path) => [path, []]));
const faults = [];
let versions;
try {
  for (const path of paths) {
    for (const address of [path, path === "/" ? "/fr" : `/fr${path}`]) {
      const lhr = await auditPage(address);
      versions ??= { lighthouse: lhr.lighthouseVersion, agent: lhr.environment.hostUserAgent };
      const scores = CATEGORIES.map((name) => Math.round(lhr.categories[name].score * 100));
      const failed = CATEGORIES.flatMap((name) =>
        lhr.categories[name].auditRefs.filter(({ id, weight }) => {
          const { score } = lhr.audits[id];
          return weight > 0 && score !== null && score < 1;
        }),
      ).map(({ id }) => id);
      rows.get(path).push(scores.join(" · "));
      speeds.get(path).push(describeSpeed(lhr));
      faults.push(...failed.map((id) => `- ${address}: ${id}`));
      console.error(address, ...scores, ...failed, describeSpeed(lhr));
    }
  }
} finally {
  chrome.kill();
  await rm(userDataDir, { recursive: true, force: true });
}
/** Measures once; if that is not fast, uses the median of three measurements. */
async function auditPage(address) {
  const options = {
    port: chrome.port,
    logLevel: "error",
    onlyCategories: [...CATEGORIES, "performance"],
  };
  const run = async () => (await lighthouse(origin + address, options)).lhr;
  const speed = (lhr) => lhr.categories.performance.score;
  const first = await run();
  if (speed(first) >= FAST) return first;
  return [first, await run(), await run()].toSorted((a, b) => speed(a) - speed(b))[1];
}

function describeSpeed({ categories, audits }) {
  const measured = (audit) => audits[audit].numericValue;
  return [
    Math.round(categories.performance.score * 100),
    `${(measured("largest-contentful-paint") / 1000).toFixed(1)} s`,
    measured("cumulative-layout-shift").toFixed(2),
    `${Math.round(measured("total-blocking-time"))} ms`,
  ].join(" · ");
}

function table(cells) {
  return `| Page | English | French |
|---|---|---|
${[...cells].map(([path, each]) => `| ${path.replace(/[0-9a-f-]{36}/, ":id")} | ${each.join(" | ")} |`).join("\n")}`;
}

const chromium = /Chrome\/(\d+)/.exec(versions.agent)?.[1];
console.log(`# Lighthouse, page by page

Written by \`npm run lighthouse-pages --prefix tools\` on ${new Date().toISOString().slice(0, 10)}: Lighthouse ${versions.lighthouse} in
Chromium ${chromium}, as a phone, on the built site in demo mode over http on the same machine
(${availableParallelism()} processors, ${cpus()[0]?.model.trim()}).

SEO · accessibility · best practices:

${table(rows)}

Performance · largest contentful paint · layout shift · blocking time, which depend on the machine; one run a
page, the median of three where the first was below ${FAST * 100}:

${table(speeds)}

How soon a press is shown on a phone four times slower than the machine: \`npm run presses --prefix tools\`.

Audits that did not pass: ${faults.length === 0 ? "none." : `\n\n${faults.join("\n")}`}`);
