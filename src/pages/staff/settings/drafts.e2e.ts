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

// Its own site: what is published shows on every page.
const visit = journey({ ownSite: true });

test("an administrator drafts a name and a phone, looks at the site with them, and publishes them", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  const stranger = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "admin");
  await page.goto("/staff/settings/company");
  await hydrated(page);
  const company = page.getByRole("region", { name: words("setting_group_company") });
  await company.getByLabel(words("setting_form_site_name_label")).fill("Autos Nord");
  await company.getByRole("button", { name: words("setting_draft_save") }).click();
  await page.getByText(words("setting_draft_kept")).waitFor();
  await page.getByRole("link", { name: words("setting_group_contact"), exact: true }).click();
  const contact = page.getByRole("region", { name: words("setting_group_contact") });
  await contact.getByLabel(words("setting_form_site_phone_label")).fill("514 555 0188");
  await contact.getByRole("button", { name: words("setting_draft_save") }).click();
  const drafts = page.getByRole("region", { name: words("setting_drafts") });
  await drafts.getByText("514-555-0188").waitFor();
  await drafts.getByText(/Rouvia.*Autos Nord/).waitFor();
  await hydrated(page);
  expect(await axeFindings(page)).toEqual([]);
  await takeScreenshot(page, "drafts-1440");

  await drafts.getByRole("button", { name: words("setting_draft_preview") }).click();
  const bar = page.getByRole("complementary", { name: words("setting_preview") });
  await bar.waitFor();
  await hydrated(page);
  // Still there after the page's scripts took over.
  await bar.waitFor();
  expect(await page.title()).toContain("Autos Nord");
  expect(await axeFindings(page)).toEqual([]);
  await takeScreenshot(page, "preview-1440");
  const answer = await page.goto("/contact");
  expect(answer?.headers()["cache-control"]).toContain("no-store");
  await page.getByRole("main").getByText("514-555-0188").first().waitFor();
  expect(await page.content()).toContain('"telephone":"+15145550188"');

  // The cached page of everybody else, before and after somebody previewed it.
  await stranger.goto("/contact");
  await stranger.getByRole("main").getByText("416-555-0123").first().waitFor();
  expect(await stranger.content()).not.toContain("Autos Nord");
  const theirs = await (await fetch(`${visit.site.origin}/contact`)).text();
  expect(theirs).not.toContain("5145550188");

  await hydrated(page);
  await bar.getByRole("button", { name: words("setting_preview_leave") }).click();
  await drafts.waitFor();
  await page.goto("/contact");
  await page.getByRole("main").getByText("416-555-0123").first().waitFor();
  expect(await bar.count()).toBe(0);
  await page.goto("/staff/settings");
  await hydrated(page);
  await drafts.getByRole("button", { name: words("setting_draft_publish") }).click();
  await page.getByText(words("setting_draft_published")).waitFor();
  expect(await drafts.count()).toBe(0);
  await stranger.goto("/contact");
  await stranger.getByRole("main").getByText("514-555-0188").first().waitFor();
  expect(await stranger.title()).toContain("Autos Nord");
  const history = page.getByRole("region", { name: words("setting_history") });
  await history.getByText(/Rouvia.*Autos Nord/).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
  await stranger.context().close();
});

test("in French, on a phone and without a script: what is refused stays, and drafts are thrown away", async () => {
  const words = loadWords("fr");
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/fr/staff/settings/hours");
  const hours = page.getByRole("region", { name: words("setting_group_hours") });
  const friday = hours.getByLabel(words("setting_form_hours_friday_label"));
  await friday.fill("le matin");
  await hours.getByRole("button", { name: words("setting_draft_save") }).click();
  await page.getByRole("link", { name: /^Vendredi/ }).waitFor();
  expect(await friday.inputValue()).toBe("le matin");
  await friday.fill("9 h – 16 h");
  await hours.getByRole("button", { name: words("setting_draft_save") }).click();
  await page.getByText(words("setting_draft_kept")).waitFor();
  await page.getByRole("link", { name: words("setting_group_hours") }).click();
  expect(await friday.inputValue()).toBe("09:00-16:00");
  await page.getByRole("link", { name: words("setting_back") }).click();
  const drafts = page.getByRole("region", { name: words("setting_drafts") });
  await takeScreenshot(page, "drafts-390");
  expect(await scrollsSideways(page)).toBe(false);
  await drafts.getByRole("button", { name: words("setting_draft_preview") }).click();
  const bar = page.getByRole("complementary", { name: words("setting_preview") });
  await bar.waitFor();
  await takeScreenshot(page, "preview-390");
  expect(await scrollsSideways(page)).toBe(false);
  await page.goto("/fr/contact");
  await page.getByText("Lundi au jeudi").waitFor();
  await bar.getByRole("button", { name: words("setting_preview_leave") }).click();
  await drafts.getByRole("button", { name: words("setting_draft_discard") }).click();
  await page.getByText(words("setting_draft_discarded")).waitFor();
  expect(await drafts.count()).toBe(0);
  await page.goto("/fr/contact");
  await page.getByText("Lundi au vendredi").waitFor();
  await page.context().close();
});
