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
import { preApprovalFields, programFor, verifyPhone } from "../../e2e/program.fixture.ts";
import { removeDataDirectory, type Site, startSite } from "../../e2e/site.fixture.ts";

const VIEWPORTS = [PHONE, DESKTOP];
const SHOWN_STEPS = new Map([
  [1, "step-vehicle-type"],
  [4, "step-credit-rating"],
  [16, "step-contact"],
]);

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite();
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

const LEADS = [
  {
    firstName: "Noah",
    lastName: "Tremblay",
    vehicleLocation: "Calgary, AB",
    phone: "+14035550147",
  },
  {
    firstName: "Priya",
    lastName: "Nair",
    vehicleLocation: "Mississauga, ON",
    phone: "+19055550148",
  },
  { firstName: "Étienne", lastName: "Côté", vehicleLocation: "Lévis, QC", phone: "+14185550149" },
];

test("the inbox", async () => {
  const say = loadWords("en");
  let reference = "";
  for (const { phone, ...person } of LEADS) {
    const program = programFor(site.origin);
    await verifyPhone(program, site.origin, phone);
    const fields = preApprovalFields({ ...person, phoneNumber: phone });
    const { body } = await program.post("/forms/pre-approval", fields);
    reference = String(body["reference"]);
  }
  const context = await browser.newContext({ viewport: DESKTOP });
  const page = await context.newPage();
  await page.goto(`${site.origin}/login`);
  await page.getByLabel(say("account_email")).fill("staff@example.com");
  await page.getByLabel(say("account_password")).fill("demo-staff-calls-people-back");
  await page
    .getByRole("button", { name: say("account_sign_in_button") })
    .first()
    .click();
  await page.waitForURL(/\/staff\/leads/);
  await page.goto(`${site.origin}/staff/leads/${reference}`, { waitUntil: "networkidle" });
  await shoot(page, "inbox");
  await context.close();
});
