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

// Its own site: everybody reads its home page.
const visit = journey({ ownSite: true });

const read = async (path: string) => (await fetch(`${visit.site.origin}${path}`)).text();

test("a claim with a number is said once it has its proof, which no visitor is sent", async () => {
  const words = loadWords("en");
  const before = words("home_hero_tick_time");
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "admin");
  await page.goto("/staff/settings");
  await page.getByRole("link", { name: words("setting_list_claims") }).click();
  const change = words("own_claim_change_which").replace("{claim}", before);
  await page.getByRole("link", { name: change }).click();
  const form = page.getByRole("region", { name: change });
  await form.waitFor();
  await hydrated(page);
  await form.getByLabel(words("own_claim_en_label")).fill("Done in 5 minutes");
  await form.getByLabel(words("own_claim_fr_label")).fill("Fini en 5 minutes");
  await form.getByRole("button", { name: words("setting_save") }).click();
  await page.getByRole("link", { name: words("own_claim_source_error_needed") }).waitFor();
  await form.getByLabel(words("own_claim_source_label")).fill("Median of our forms in October");
  await form.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("own_claim_saved")).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await takeScreenshot(page, "claims-1440");
  await page.goto("/staff/settings");
  await page
    .getByRole("region", { name: words("setting_history") })
    .getByText(/Done in 5 minutes \(Median of our forms in October\)/)
    .first()
    .waitFor();
  await page.context().close();

  for (const [path, text] of [
    ["/", "Done in 5 minutes"],
    ["/fr", "Fini en 5 minutes"],
  ] as const) {
    const html = await read(path);
    expect(html).toContain(text);
    expect(html).not.toContain("Median of our forms");
    expect(html).not.toContain(before);
  }
});

test("in French, on a phone and without a script: a text too long for its place stays to be cut, and goes back", async () => {
  const words = loadWords("fr");
  const before = words("home_trust_cost_title");
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/fr/staff/settings/claims");
  const change = words("own_claim_change_which").replace("{claim}", before);
  await page.getByRole("link", { name: change }).click();
  const form = page.getByRole("region", { name: change });
  const french = form.getByLabel(words("own_claim_fr_label"));
  expect(await french.inputValue()).toBe(before);
  const long = "Une demande sans frais, du début à la fin, pour tout le monde";
  await french.fill(long);
  await form.getByRole("button", { name: words("setting_save") }).click();
  await page.getByRole("link", { name: words("own_claim_fr_error_long") }).waitFor();
  expect(await french.inputValue()).toBe(long);
  await takeScreenshot(page, "claims-390");
  expect(await scrollsSideways(page)).toBe(false);
  await french.fill("Une demande sans frais");
  await form.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("own_claim_saved")).waitFor();
  expect(await read("/fr")).toContain("Une demande sans frais");
  await page
    .getByRole("button", { name: words("own_claim_reset_which").replace("{claim}", before) })
    .click();
  await page.getByText(words("own_claim_saved")).waitFor();
  expect(await read("/fr")).not.toContain("Une demande sans frais");
  await page.context().close();
});
