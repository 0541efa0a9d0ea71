import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, test } from "vitest";
import { DESKTOP, launchBrowser, PHONE, loadWords } from "../../e2e/browser.fixture.ts";
import {
  answerStep,
  expectStep,
  PANEL_AFTER_STEP,
  pressNext,
} from "../../e2e/pre-approval-walk.fixture.ts";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import type { Role } from "#values/role.ts";
import {
  newDataDirectory,
  removeDataDirectory,
  type Site,
  startSite,
} from "../../e2e/site.fixture.ts";

const VIEWPORTS = [PHONE, DESKTOP];
const SHOWN_STEPS = new Map([
  [1, "step-vehicle-type"],
  [4, "step-credit-rating"],
  [16, "step-contact"],
]);

let site: Site;
let browser: Browser;

beforeAll(async () => {
  const folder = await newDataDirectory(tmpdir());
  // Journeys make one drawing stand for every car; here each is drawn as it is.
  await rm(join(folder, "pictures"));
  site = await startSite({}, folder);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await site.stop();
  await removeDataDirectory(site);
});

/** Both widths, whole page or what a window shows, with every picture there. */
async function shoot(page: Page, name: string, fullPage = true): Promise<void> {
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = "eager";
      await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    });
    const path = `docs/screenshots/${name}-${viewport.width}.png`;
    const picture = await page.screenshot({ fullPage });
    // 256 colours are plenty for a page, and a fifth of the bytes.
    await sharp(picture).png({ palette: true, quality: 90 }).toFile(path);
  }
}

test("home, three steps, the panel", async () => {
  const say = loadWords("en");
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: DESKTOP });
  const page = await context.newPage();
  await page.goto(site.origin, { waitUntil: "networkidle" });
  await shoot(page, "home");
  await page.goto(`${site.origin}/allListings`);
  for (let number = 1; number <= 16; number += 1) {
    await expectStep(page, number, say);
    await answerStep(page, number, say);
    const name = SHOWN_STEPS.get(number);
    if (name) await shoot(page, name);
    if (number === 16) break;
    await pressNext(page, say);
    if (number !== PANEL_AFTER_STEP) continue;
    await page.getByText(say("pre_approval_qualified_consent")).waitFor();
    await shoot(page, "panel", false);
    await page.getByRole("button", { name: say("pre_approval_qualified_continue") }).click();
  }
  await context.close();
});

/** Rooms by who stands in them: the name here, its address. French ones show the other language. */
const ROOMS: Partial<Record<"visitor" | Role, readonly (readonly [name: string, path: string])[]>> =
  {
    visitor: [
      ["cars", "/cars?type=suv"],
      ["cars-fr", "/fr/cars"],
      ["sell-car", "/sell-car"],
      ["sell-car-fr", "/fr/sell-car"],
      ["credit-application", "/creditform"],
      ["blog", "/blogs"],
      ["faq-fr", "/fr/faq"],
      ["privacy", "/privacy"],
      ["sign-in", "/login"],
    ],
    buyer: [
      ["account", "/account"],
      ["my-requests", "/account/applications"],
      ["my-messages", "/account/messages"],
      ["saved", "/saved"],
      ["my-bids", "/my-bids"],
    ],
    seller: [["my-listings", "/account/listings"]],
    dealer: [
      ["dealer-requests", "/dealer/requests"],
      ["dealer-applications", "/dealer/applications"],
    ],
    auditor: [["records-auditor", "/staff/records"]],
    staff: [
      ["inbox", "/staff/leads"],
      ["deliveries", "/staff/messages"],
      ["moderation", "/staff/moderation"],
    ],
    admin: [
      ["people", "/staff/people"],
      ["dealerships", "/staff/dealerships"],
      ["records-fr", "/fr/staff/records"],
    ],
  };

test.each(Object.entries(ROOMS))("what a %s sees", async (who, rooms = []) => {
  const context = await browser.newContext({ reducedMotion: "reduce", baseURL: site.origin });
  const page = await context.newPage();
  const account = DEMO_ACCOUNTS.find(({ role }) => role === who);
  if (account) {
    const { email, password } = account;
    const headers = { origin: site.origin };
    await page.request.post("/login", { form: { email, password }, headers, maxRedirects: 0 });
  }
  for (const [name, path] of rooms) {
    await page.goto(path, { waitUntil: "networkidle" });
    await shoot(page, name, false);
  }
  await context.close();
});

test("a car's page", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce", baseURL: site.origin });
  const page = await context.newPage();
  await page.goto("/cars?type=suv");
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  await page.waitForURL(/details/);
  await page.waitForLoadState("networkidle");
  await shoot(page, "listing");
  await context.close();
});
