// Runs Lighthouse on pages of a running site, as a phone:
// npm run lighthouse --prefix tools -- ORIGIN [PATH …].
// Prints each category's median of three runs. Run it on an otherwise idle machine.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const RUNS = Number(process.env.RUNS ?? 3);
const [origin = "http://localhost:3000", ...asked] = process.argv.slice(2);
const paths = asked.length > 0 ? asked : ["/", "/fr", "/allListings", "/cars"];
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const userDataDir = await mkdtemp(join(tmpdir(), "lighthouse-"));
const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH,
  userDataDir,
  chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  for (const path of paths) {
    const results = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { lhr } = await lighthouse(origin + path, { port: chrome.port, logLevel: "error" });
      results.push(lhr);
    }
    const scores = Object.keys(results[0].categories).map((category) => {
      const score = median(results.map(({ categories }) => categories[category].score));
      return `${category} ${Math.round(score * 100)}`;
    });
    const timing = [
      "first-contentful-paint",
      "largest-contentful-paint",
      "total-blocking-time",
      "cumulative-layout-shift",
    ];
    const values = timing.map(
      (audit) =>
        `${audit} ${median(results.map(({ audits }) => audits[audit].numericValue)).toFixed(audit.endsWith("shift") ? 3 : 0)}`,
    );
    console.log(`${path}\n  ${scores.join(", ")}\n  ${values.join(", ")}`);
    if (process.env.FAILED) {
      const failed = Object.values(results[0].audits).filter(
        ({ score }) => score !== null && score < 0.9,
      );
      for (const { id, displayValue = "" } of failed) console.log(`  - ${id} ${displayValue}`);
    }
  }
} finally {
  chrome.kill();
  await rm(userDataDir, { recursive: true, force: true });
}
