// Lighthouse for search engines, accessibility and best practices on every kind of public page, in both
// languages, as a phone: npm run lighthouse-pages --prefix tools -- ORIGIN > docs/lighthouse.md
// These three say the same on any machine, so each page is looked at once.
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [origin = "http://localhost:3000"] = process.argv.slice(2);
const CATEGORIES = ["seo", "accessibility", "best-practices"];

/** SPEC.md §2, and what else people and search engines are led to. */
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
/** Of each page what its English and its French address got. */
const rows = new Map(paths.map((path) => [path, []]));
const faults = [];
let versions;
try {
  for (const path of paths) {
    for (const address of [path, path === "/" ? "/fr" : `/fr${path}`]) {
      const options = { port: chrome.port, logLevel: "error", onlyCategories: CATEGORIES };
      const { lhr } = await lighthouse(origin + address, options);
      versions ??= { lighthouse: lhr.lighthouseVersion, agent: lhr.environment.hostUserAgent };
      const scores = CATEGORIES.map((name) => Math.round(lhr.categories[name].score * 100));
      const failed = CATEGORIES.flatMap((name) =>
        lhr.categories[name].auditRefs.filter(({ id, weight }) => {
          const { score } = lhr.audits[id];
          return weight > 0 && score !== null && score < 1;
        }),
      ).map(({ id }) => id);
      rows.get(path).push(scores.join(" · "));
      faults.push(...failed.map((id) => `- ${address}: ${id}`));
      console.error(address, ...scores, ...failed);
    }
  }
} finally {
  chrome.kill();
  await rm(userDataDir, { recursive: true, force: true });
}
const chromium = /Chrome\/(\d+)/.exec(versions.agent)?.[1];
console.log(`# Lighthouse, page by page

Written by \`npm run lighthouse-pages --prefix tools\` on ${new Date().toISOString().slice(0, 10)}: Lighthouse ${versions.lighthouse} in
Chromium ${chromium}, as a phone, one run a page, on the built site in demo mode over http on the same machine
(${availableParallelism()} processors, ${cpus()[0]?.model.trim()}). Speed is not in this table: it depends on the machine,
and is measured by \`npm run lighthouse\` on one that does nothing else.

SEO · accessibility · best practices:

| Page | English | French |
|---|---|---|
${[...rows].map(([path, cells]) => `| ${path.replace(/[0-9a-f-]{36}/, ":id")} | ${cells.join(" | ")} |`).join("\n")}

Audits that did not pass: ${faults.length === 0 ? "none." : `\n\n${faults.join("\n")}`}`);
