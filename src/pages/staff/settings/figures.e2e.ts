import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DESKTOP, hydrated, loadWords, PHONE } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// Its own site: what is set shows on every page.
const visit = journey({ ownSite: true });

const SHOT = process.env["SHOTS"];
const shoot = async (page: Page, name: string) => {
  if (SHOT) await page.screenshot({ path: `${SHOT}/${name}.png`, fullPage: true });
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
  const car = cars.filter({ hasText: "14.5% APR" }).first();
  await car.waitFor();
  const address = await car.getByRole("link").first().getAttribute("href");
  const countWithin = async () => {
    const response = await fetch(`${visit.site.origin}/cars?by=payment&payMax=300&every=month`);
    return /<main[^]*?>\s*(\d+)[^]{0,20} cars?</.exec(await response.text())?.[1];
  };
  const before = await countWithin();
  expect(before).toMatch(/^\d+$/);

  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/staff/settings");
  const fair = page.getByLabel(words("setting_form_rate_fair_label"));
  await fair.fill("40");
  await save(page, "rates", words);
  await page.getByRole("link", { name: /Criminal Code/ }).waitFor();
  expect(await fair.inputValue()).toBe("40");
  await shoot(page, "rates-refused-390");
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
  await stranger.goto(address!);
  await hydrated(stranger);
  const estimate = stranger.getByText(/24\.9% APR, 72 months/);
  await estimate.first().waitFor();
  expect(await stranger.getByRole("main").innerText()).not.toContain("14.5%");
  await stranger.context().close();
});
