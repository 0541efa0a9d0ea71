// Measures how long a phone that is four times slower than this machine takes to show that a
// control was pressed (Event Timing; INP is the worst value of a visit): npm run presses --prefix
// tools -- ORIGIN. Each press is on a new page, once as soon as its document is there and once when
// it is idle. Run it on an otherwise idle machine.
import { chromium } from "playwright-core";

const SLOWER = 4;
const RUNS = Number(process.env.RUNS ?? 3);
const PRESSES = [
  ["/", "link", "Open menu"],
  ["/", "button", "Get my offer"],
  ["/", "button", "Dark"],
  ["/", "button", "Request my call back"],
  ["/faq", "link", "Open menu"],
  ["/faq", "button", "Dark"],
  ["/blogs/buying-a-used-car-in-canada", "button", "Copy link"],
  ["/cars", "link", "Filters"],
  ["/cars", "link", "Open menu"],
  ["/details", "button", "Next picture"],
  ["/details", "button", "Full screen"],
  ["/sell-car", "button", "Next"],
  ["/allListings", "button", "Next"],
  ["/creditform", "button", "Submit"],
];

const [origin = "http://localhost:3000"] = process.argv.slice(2);
const stock = await (await fetch(`${origin}/cars`)).text();
const [details = "/cars"] = /\/details\/[\w-]+/.exec(stock) ?? [];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const [page, role, name] of PRESSES) {
    const times = { early: [], rested: [] };
    for (let run = 0; run < RUNS; run += 1) {
      for (const when of ["early", "rested"])
        times[when].push(await press(page === "/details" ? details : page, role, name, when));
    }
    const early = median(times.early);
    const rested = median(times.rested);
    console.log(`${page} "${name}": ${early} ms at once, ${rested} ms at rest`);
  }
} finally {
  await browser.close();
}

/** The longest interaction of the press, in milliseconds; 16 means 16 or less. */
async function press(path, role, name, when) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.interactions = [];
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) globalThis.interactions.push(duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  });
  const cdp = await context.newCDPSession(page);
  // The window's own bars reduce its height. What is below the visible part of the page is never
  // drawn, and a press there would be measured until something further up changes.
  const { windowId } = await cdp.send("Browser.getWindowForTarget");
  await cdp.send("Browser.setWindowBounds", { windowId, bounds: { width: 600, height: 1100 } });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(origin + path, {
    waitUntil: when === "early" ? "domcontentloaded" : "networkidle",
  });
  const control = page.getByRole(role, { name, exact: true }).first();
  await control.scrollIntoViewIfNeeded();
  // Taps at its coordinates. Playwright's own `tap` listens to every event of the press, which adds
  // to its time.
  const { x, y, width, height } = await control.boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await page.waitForTimeout(1500);
  const longest = await page.evaluate(() => Math.max(16, ...globalThis.interactions));
  await context.close();
  return longest;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
