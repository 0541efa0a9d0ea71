import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydrated,
  loadWords,
  PHONE,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// Its own site: its colour and its logo are on every page.
const visit = journey({ ownSite: true });
/** A second site, made from the first. */
const second = journey({ ownSite: true });

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120">
  <circle cx="60" cy="60" r="50" fill="#1b5fc1"/>
  <rect x="130" y="40" width="330" height="40" fill="#14171b"/></svg>`;

test("an administrator sets the site's colour and logo: every page shows them, and search engines", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "admin");
  await page.goto("/staff/settings/colours");
  await hydrated(page);

  const colours = page.getByRole("region", { name: words("setting_group_colours") });
  const colour = colours.getByLabel(words("setting_form_accent_colour_label"));
  await colour.fill("#ffcc00");
  await colours.getByRole("button", { name: words("setting_save") }).click();
  await page.getByRole("link", { name: /dark enough/ }).waitFor();
  expect(await colour.inputValue()).toBe("#ffcc00");
  await colour.fill("1B5FC1");
  await colours.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("setting_saved")).waitFor();

  const list = page.getByRole("navigation", { name: words("setting_title") });
  await list.getByRole("link", { name: words("setting_group_logo"), exact: true }).click();
  const logo = page.getByRole("region", { name: words("setting_group_logo") });
  const chooser = logo.getByLabel(words("setting_form_logo_label"));
  await chooser.setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(LOGO),
  });
  await logo.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("setting_logo_not_a_picture")).waitFor();
  await chooser.setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await sharp(Buffer.from(LOGO)).png().toBuffer(),
  });
  await logo.getByRole("button", { name: words("setting_save") }).click();
  await page.getByText(words("setting_saved")).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await takeScreenshot(page, "look-settings-1440");

  const stranger = await visit.newPage({ viewport: DESKTOP });
  const refused: string[] = [];
  stranger.on("console", (message) => {
    if (message.type() === "error") refused.push(message.text());
  });
  await stranger.goto("/login");
  await hydrated(stranger);
  await stranger.goto("/");
  for (const part of ["banner", "contentinfo"] as const)
    await stranger.getByRole(part).getByRole("img", { name: "Rouvia" }).first().waitFor();
  const blue = await stranger.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--red-600"),
  );
  expect(blue).toBe("#1b5fc1");
  expect(await axeFindings(stranger)).toEqual([]);
  await takeScreenshot(stranger, "look-home-1440");
  const html = await (await fetch(`${visit.site.origin}/`)).text();
  expect(html).toMatch(/"logo":"[^"]+\/media\/logo\/[0-9a-f]{16}-480x120\.png"/);
  expect(refused).toEqual([]);
  await stranger.context().close();

  // In French, on a phone, at night and without a script.
  const phone = await visit.newPage({
    viewport: PHONE,
    javaScriptEnabled: false,
    colorScheme: "dark",
  });
  await phone.goto("/fr/cars");
  await phone.getByRole("banner").getByRole("img", { name: "Rouvia" }).first().waitFor();
  await takeScreenshot(phone, "look-cars-390");
  await phone.context().close();

  await page.goto("/staff/settings/file");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: words("setting_file_export") }).click();
  const file = readFileSync(await (await downloading).path());
  await page.goto("/staff/settings/logo");
  await logo.getByRole("button", { name: words("setting_logo_remove") }).click();
  await page.getByText(words("setting_logo_none")).waitFor();
  await page.context().close();

  const other = await second.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await second.signIn(other, "admin");
  await other.goto("/staff/settings/file");
  await other.getByLabel(words("setting_file_choose")).setInputFiles({
    name: "site-settings.json",
    mimeType: "application/json",
    buffer: file,
  });
  await other.getByRole("button", { name: words("setting_file_compare") }).click();
  await other.getByText(/480 × 120/).waitFor();
  await other.getByRole("button", { name: words("setting_file_apply") }).click();
  await other.getByText(words("setting_imported")).waitFor();
  await other.getByRole("link", { name: words("setting_group_logo"), exact: true }).click();
  await other.getByRole("img", { name: words("setting_logo_now") }).waitFor();
  const shown = await other
    .getByRole("img", { name: words("setting_logo_now") })
    .evaluate((image: HTMLImageElement) => fetch(image.src).then(({ status }) => status));
  expect(shown).toBe(200);
  await other.context().close();
});
