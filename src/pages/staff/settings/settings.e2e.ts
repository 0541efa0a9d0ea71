import { expect, test, vi } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydrated,
  hydratedControl,
  loadWords,
  PHONE,
  scrollsSideways,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey, sendContactForm } from "../../../../e2e/journey.fixture.ts";
import { readOutbox } from "../../../../e2e/program.fixture.ts";

// Its own site: what is set shows on every page.
const visit = journey({ ownSite: true });
/** A second site, made from the first. */
const second = journey({ ownSite: true });

async function readStructuredData(path: string): Promise<string> {
  const html = await (await fetch(visit.site.origin + path)).text();
  return [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g)]
    .map(([, json = ""]) => json)
    .join("\n");
}

test("an administrator renames the site: its pages, mails and search engines say so, until it is undone", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  const stranger = await visit.newPage({ viewport: DESKTOP });
  await stranger.goto("/about");
  await stranger.getByRole("link", { name: "Rouvia" }).first().waitFor();

  await visit.signIn(page, "admin");
  await page.goto("/staff/settings");
  await hydratedControl(page.getByRole("main"));
  expect(await axeFindings(page)).toEqual([]);
  const goTo = async (group: string) => {
    const list = page.getByRole("navigation", { name: words("setting_title") });
    await list.getByRole("link", { name: words(`setting_group_${group}`), exact: true }).click();
  };
  await page.getByRole("link", { name: words("setting_group_company"), exact: true }).click();
  const company = page.getByRole("region", { name: words("setting_group_company") });
  await company.getByLabel(words("setting_form_site_name_label")).fill("Autos Nord");
  await company.getByLabel(words("setting_form_licences_label")).fill("OMVIC 5012345");
  await company.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("setting_saved")).waitFor();
  // The page itself too, and its scripts agree with it.
  await hydrated(page);
  await page.getByRole("link", { name: "Autos Nord" }).first().waitFor();

  await goTo("social");
  const social = page.getByRole("region", { name: words("setting_group_social") });
  await social.getByLabel(words("setting_form_facebook_label")).fill("");
  await social.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("setting_saved")).waitFor();
  await goTo("contact");
  const contact = page.getByRole("region", { name: words("setting_group_contact") });
  await contact.getByLabel(words("setting_form_site_phone_label")).fill("514 555 0188");
  await contact.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("setting_saved")).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await takeScreenshot(page, "settings-group-1440");

  // A page that was cached for everybody.
  await stranger.goto("/about");
  const footer = stranger.getByRole("contentinfo");
  await footer.getByText("OMVIC 5012345").waitFor();
  await footer.getByText("514-555-0188").waitFor();
  expect(await footer.getByRole("link", { name: /Facebook/ }).count()).toBe(0);
  expect(await footer.getByRole("link", { name: /Instagram/ }).count()).toBe(1);
  expect(await stranger.title()).toContain("Autos Nord");
  const structured = await readStructuredData("/");
  expect(structured).toContain('"name":"Autos Nord"');
  expect(structured).toContain("+15145550188");
  expect(structured).not.toContain("facebook");

  await sendContactForm(stranger, "Noor Test", "noor.settings@example.org");
  await vi.waitFor(async () => {
    const mails = await readOutbox(visit.site.origin);
    const mail = mails.find(({ to }) => to === "noor.settings@example.org");
    expect(mail?.subject).toContain("Autos Nord");
    expect(mail?.text).toContain("514-555-0188");
  });

  await page.getByRole("link", { name: words("setting_back") }).click();
  const listed = page.getByRole("listitem").filter({ hasText: words("setting_group_company") });
  await listed.getByText(/: 2 of 7/).waitFor();
  await takeScreenshot(page, "settings-1440");
  const history = page.getByRole("region", { name: words("setting_history") });
  await history
    .getByRole("button", { name: words("setting_undo").replace("{value}", "Rouvia") })
    .click();
  await page.getByText(words("setting_undone")).waitFor();
  await stranger.goto("/about");
  expect(await stranger.title()).toContain("Rouvia");
  await page.context().close();
  await stranger.context().close();
});

test("in French, on a phone and without a script: what is refused stays as it was typed", async () => {
  const words = loadWords("fr");
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/fr/staff/settings");
  expect(await scrollsSideways(page)).toBe(false);
  await takeScreenshot(page, "settings-390");
  await page.getByRole("link", { name: words("setting_group_hours") }).click();
  const hours = page.getByRole("region", { name: words("setting_group_hours") });
  const friday = hours.getByLabel(words("setting_form_hours_friday_label"));
  await friday.fill("le matin");
  await hours.getByRole("button", { name: words("setting_save") }).click();
  await page.getByRole("link", { name: /^Vendredi/ }).waitFor();
  expect(await friday.inputValue()).toBe("le matin");
  await friday.fill("9 h – 16 h");
  const closed = hours.getByLabel(new RegExp(`^${words("setting_form_closed_days_label")}`));
  await closed.fill("demain");
  await hours.getByRole("button", { name: words("setting_save") }).click();
  await page.getByRole("link", { name: /^Autres jours de fermeture/ }).waitFor();
  expect(await closed.inputValue()).toBe("demain");
  await closed.fill("2099-12-24  Veille de Noël");
  await hours.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("setting_saved")).waitFor();
  expect(await friday.inputValue()).toBe("09:00-16:00");
  await takeScreenshot(page, "settings-group-390");
  expect(await scrollsSideways(page)).toBe(false);
  await page.goto("/fr/contact");
  await page.getByText("Lundi au jeudi").waitFor();
  await page.getByText("24 décembre 2099, Veille de Noël").waitFor();
  await takeScreenshot(page, "closed-days-390");
  await page.context().close();
});

test("all settings of one site are loaded into another, after a look at what changes", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "admin");
  await page.goto("/staff/settings/privacy");
  await hydrated(page);
  const privacy = page.getByRole("region", { name: words("setting_group_privacy") });
  await privacy.getByLabel(words("setting_form_privacy_officer_label")).fill("Noé Tremblay");
  await privacy.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("setting_saved")).waitFor();
  await page.getByRole("link", { name: words("setting_back") }).click();
  await page.getByRole("link", { name: words("setting_file_link") }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: words("setting_file_export") }).click();
  const file = await (await downloading).path();

  const other = await second.newPage({ viewport: PHONE });
  await second.signIn(other, "admin");
  await other.goto("/staff/settings/file");
  await hydrated(other);
  expect(await axeFindings(other)).toEqual([]);
  const chooser = other.getByLabel(words("setting_file_choose"));
  const compare = other.getByRole("button", { name: words("setting_file_compare") });
  await chooser.setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"format":"site-settings","settings":{"siteName":""}}'),
  });
  await compare.click();
  await other
    .getByText(words("setting_file_problem_refused").replace("{names}", "siteName"))
    .waitFor();
  await chooser.setInputFiles(file);
  await compare.click();
  const differences = other.getByRole("region", { name: words("setting_file_differences") });
  await differences.getByText(/Camille Roy.*Noé Tremblay/).waitFor();
  await takeScreenshot(other, "settings-file-390");
  await differences.getByRole("button", { name: words("setting_file_apply") }).click();
  await other.getByText(words("setting_imported")).waitFor();
  await other.goto("/privacy");
  await other.getByText("Noé Tremblay").first().waitFor();
  await other.context().close();
  await page.context().close();
});
