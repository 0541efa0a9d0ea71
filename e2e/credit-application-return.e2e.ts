import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { testDatabase, type TestDatabase } from "#platform/database/test-database.server.ts";
import { axeFindings, DESKTOP, hydrated, loadWords, PHONE } from "./browser.fixture.ts";
import { creditForm } from "./credit-form.fixture.ts";
import { sharedBrowser } from "./journey.fixture.ts";
import { readOutbox } from "./program.fixture.ts";
import { removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

// A separate site, because it is killed during the test.
let database: TestDatabase;
let site: Site;
beforeAll(async () => {
  database = await testDatabase();
  site = await startSite({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await site.stop();
  await removeDataDirectory(site);
  await database.drop();
});

/** The newest message to an address or a number that matches. */
async function received(to: string, pattern: RegExp): Promise<string> {
  return vi.waitFor(
    async () => {
      const mails = (await readOutbox(site.origin)).filter((each) => each.to === to);
      const found = mails.map(({ text }) => pattern.exec(text)?.[0]).find(Boolean);
      if (!found) throw new Error(`Nothing came to ${to}.`);
      return found;
    },
    { timeout: 20_000, interval: 200 },
  );
}

async function enterCode(page: Page, code: string, say: (key: string) => string) {
  await page.getByLabel(say("phone_code_label")).fill(code);
  await page.getByRole("button", { name: say("phone_code_verify"), exact: true }).click();
}

test("begun on a phone in French, the server killed, finished on a desktop in English", async () => {
  const [fr, en] = [loadWords("fr"), loadWords("en")];
  const email = "retour@example.com";
  const phone = "403 555 0161";
  const browser = await sharedBrowser();
  const small = await browser.newContext({
    baseURL: site.origin,
    viewport: PHONE,
    reducedMotion: "reduce",
  });
  const first = await small.newPage();
  await first.goto("/fr/creditform");
  await hydrated(first);
  const save = first.getByRole("button", { name: fr("saved_form_save") });
  await save.click();
  await first.getByText(fr("saved_form_needs_address")).waitFor();
  const { selfEmployed, employerName, sinNumber, licenseNumber, firstName, lastName } =
    CREDIT_APPLICANT;
  const typed = { firstName, lastName, email, phone, selfEmployed, employerName };
  await creditForm(first, fr).fillIn(typed);
  await creditForm(first, fr).fillIn({ sinNumber, licenseNumber });
  await save.click();
  await first.getByText("r•••@example.com").waitFor();
  const link = await received(email, /\/fr\/return\/[\w-]+/u);
  await small.close();

  await site.kill();
  const { dataDirectory } = site;
  site = await startSite({ DATABASE_URL: database.url }, dataDirectory);

  const large = await browser.newContext({
    baseURL: site.origin,
    viewport: DESKTOP,
    reducedMotion: "reduce",
  });
  const page = await large.newPage();
  await page.goto(link.replace("/fr/", "/"));
  await page.getByRole("heading", { level: 1, name: en("saved_form_title") }).waitFor();
  expect(await page.content()).not.toContain('0161"');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: en("phone_code_send"), exact: true }).click();
  await page.getByLabel(en("phone_code_label")).waitFor();
  await enterCode(page, "000000", en);
  await page.getByText(en("phone_code_wrong_code")).waitFor();
  await enterCode(page, await received("+14035550161", /\b\d{6}\b/u), en);
  await page
    .getByRole("heading", { level: 1, name: en("credit_application_form_title") })
    .waitFor();
  await hydrated(page);
  const { control, fillIn } = creditForm(page, en);
  expect(await control("firstName").inputValue()).toBe(firstName);
  expect(await control("employerName").inputValue()).toBe(employerName);
  expect(await control("sinNumber").inputValue()).toBe("");
  expect(await page.content()).not.toMatch(/193.?456.?787/u);
  // The other answers. The SIN and the licence number are already stored, sealed.
  const { sinNumber: _, licenseNumber: __, ...rest } = CREDIT_APPLICANT;
  await fillIn({ ...rest, email, phone });
  await page.getByRole("button", { name: en("forms_submit"), exact: true }).click();
  await page
    .getByRole("heading", { level: 1, name: en("credit_application_sent_title") })
    .waitFor();
  // The link works only once.
  await page.goto(link);
  await page.getByText(fr("saved_form_dead_lead")).waitFor();
  await large.close();
});
