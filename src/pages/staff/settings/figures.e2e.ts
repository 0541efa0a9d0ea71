import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydrated,
  loadWords,
  PHONE,
  scrollsSideways,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// Its own site: what is set shows on every page.
const visit = journey({ ownSite: true });

const findCar = async (page: Page, text: string) => {
  const car = page.getByRole("main").getByRole("article").filter({ hasText: text }).first();
  await car.waitFor();
  return (await car.getByRole("link").first().getAttribute("href"))!;
};

const save = async (page: Page, group: string, words: (key: string) => string) => {
  const region = page.getByRole("region", { name: words(`setting_group_${group}`) });
  await region.getByRole("button", { name: words("setting_save") }).click();
};

test("a rate above the criminal one is refused, and the new one is in every payment and search", async () => {
  const words = loadWords("en");
  const stranger = await visit.newPage({ viewport: DESKTOP });
  await stranger.goto("/cars");
  const cars = stranger.getByRole("main").getByRole("article");
  const address = await findCar(stranger, "14.5% APR");
  const countWithin = async () => {
    const response = await fetch(`${visit.site.origin}/cars?by=payment&payMax=300&every=month`);
    return /<main[^]*?>\s*(\d+)[^]{0,20} cars?</.exec(await response.text())?.[1];
  };
  const before = await countWithin();
  expect(before).toMatch(/^\d+$/);

  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/staff/settings/rates");
  const fair = page.getByLabel(words("setting_form_rate_fair_label"));
  await fair.fill("40");
  await save(page, "rates", words);
  await page.getByRole("link", { name: /Criminal Code/ }).waitFor();
  expect(await fair.inputValue()).toBe("40");
  await takeScreenshot(page, "rates-refused-390");
  await fair.fill("24.9 %");
  await save(page, "rates", words);
  await page.getByText(words("setting_saved")).waitFor();
  expect(await fair.inputValue()).toBe("24.9");
  await page.context().close();

  // The page that was cached for everybody, and the listing's calculator once its script runs.
  await stranger.goto("/cars");
  await hydrated(stranger);
  await cars.filter({ hasText: "24.9% APR" }).first().waitFor();
  expect(await cars.filter({ hasText: "14.5% APR" }).count()).toBe(0);
  expect(await countWithin()).not.toBe(before);
  await stranger.goto(address);
  await hydrated(stranger);
  const estimate = stranger.getByText(/24\.9% APR, 72 months/);
  await estimate.first().waitFor();
  expect(await stranger.getByRole("main").innerText()).not.toContain("14.5%");
  await stranger.context().close();
});

test("a tax that a government changes today is in the listing’s taxes and payment, and stays out of them once removed", async () => {
  const words = loadWords("fr");
  const stranger = await visit.newPage({ viewport: DESKTOP });
  await stranger.goto("/cars?province=ON");
  const address = await findCar(stranger, "13% HST");
  await stranger.goto(address);
  await hydrated(stranger);
  await stranger.getByText("HST (13%)").waitFor({ state: "attached" });

  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/fr/staff/settings");
  await page.getByRole("link", { name: words("setting_list_taxes") }).click();
  await page.getByLabel(words("tax_change_province_label")).selectOption("ON");
  await page.getByLabel(words("tax_change_seller_label")).selectOption("dealer");
  await page.getByLabel(words("tax_change_tax_label"), { exact: true }).selectOption("hst");
  await page.getByLabel(words("tax_change_rate_label")).fill("14,5 %");
  const day = new Date().toLocaleDateString("sv", { timeZone: "America/Toronto" });
  await page.getByLabel(words("tax_change_from_label")).fill(day);
  const source = page.getByLabel(words("tax_change_source_label"));
  await source.fill("https://example.org/taxes");
  const add = page.getByRole("button", { name: words("setting_save") });
  await add.click();
  await page.getByRole("link", { name: words("tax_change_source_error_bounds") }).waitFor();
  expect(await source.inputValue()).toBe("https://example.org/taxes");
  await source.fill("https://www.canada.ca/fr/agence-revenu.html");
  await add.click();
  await page.getByText(words("setting_saved")).waitFor();
  await takeScreenshot(page, "taxes-390");
  expect(await scrollsSideways(page)).toBe(false);

  await stranger.goto(address);
  await hydrated(stranger);
  await stranger.getByText("HST (14.5%)").waitFor({ state: "attached" });
  await stranger.goto("/cars?province=ON");
  await findCar(stranger, "14.5% HST");

  await page.getByRole("button", { name: /^Retirer/ }).click();
  await page.getByText(words("tax_change_none")).waitFor();
  await stranger.goto(address);
  await stranger.getByText("HST (13%)").waitFor({ state: "attached" });
  const admin = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(admin, "admin");
  await admin.goto("/staff/settings/taxes");
  await hydrated(admin);
  expect(await axeFindings(admin)).toEqual([]);
  await takeScreenshot(admin, "taxes-1440");
  for (const each of [admin, page, stranger]) await each.context().close();
});

test("a shorter time for requests is asked about once, and the privacy policy says it", async () => {
  const words = loadWords("fr");
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/fr/staff/settings/retention");
  const months = page.getByLabel(words("setting_form_keep_lead_months_label"));
  await months.fill("18");
  await save(page, "retention", words);
  await page.getByText(words("setting_retention_question")).waitFor();
  expect(await months.inputValue()).toBe("18");
  await takeScreenshot(page, "retention-390");
  await save(page, "retention", words);
  await page.getByText(words("setting_saved")).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await page.goto("/fr/privacy");
  await page
    .getByText(/18 mois/)
    .first()
    .waitFor();
  await page.context().close();

  const english = loadWords("en");
  const desk = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(desk, "admin");
  await desk.goto("/staff/settings");
  await hydrated(desk);
  const history = desk.getByRole("region", { name: english("setting_history") });
  await history
    .getByRole("button", { name: english("setting_undo").replace("{value}", "24") })
    .click();
  await desk.getByText(english("setting_undone")).waitFor();
  await desk.goto("/privacy");
  await desk
    .getByText(/24 months/)
    .first()
    .waitFor();
  await desk.context().close();
});
