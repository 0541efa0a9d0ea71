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

// Its own site: what it offers is on every page.
const visit = journey({ ownSite: true });

test("an administrator closes a form and two provinces stay: links, pages, posts and searches follow", async () => {
  const words = loadWords("en");
  const { origin } = visit.site;
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "admin");
  await page.goto("/staff/settings/services");
  await hydrated(page);
  const services = page.getByRole("region", { name: words("setting_group_services") });
  const save = services.getByRole("button", { name: words("setting_save") });
  for (const province of ["Alberta", "British Columbia", "Manitoba", "New Brunswick"])
    await services.getByLabel(province, { exact: true }).uncheck();
  for (const province of ["Newfoundland and Labrador", "Nova Scotia", "Prince Edward Island"])
    await services.getByLabel(province, { exact: true }).uncheck();
  await services.getByLabel("Saskatchewan", { exact: true }).uncheck();
  await services
    .getByLabel(words("setting_form_requests_taken_option_pre_approval"), { exact: true })
    .uncheck();
  await services
    .getByLabel(words("setting_form_requests_taken_option_offer_request"), { exact: true })
    .uncheck();
  await services
    .getByLabel(words("setting_form_requests_taken_option_bids"), { exact: true })
    .uncheck();
  await services
    .getByLabel(words("setting_form_home_claims_option_trust"), { exact: true })
    .uncheck();
  await services.getByLabel(/After your team approves it/).check();
  await save.click();
  await page.getByText(words("setting_saved")).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await takeScreenshot(page, "services-1440");
  await page.context().close();

  const stranger = await visit.newPage({ viewport: DESKTOP });
  await stranger.goto("/");
  await stranger.getByText("Ontario and Quebec").waitFor();
  expect(await stranger.getByRole("link", { name: words("home_get_approved") }).count()).toBe(0);
  expect(await stranger.getByRole("heading", { name: words("home_trust_title") }).count()).toBe(0);
  expect(await stranger.getByText(words("layout_offer_title")).count()).toBe(0);
  expect(await axeFindings(stranger)).toEqual([]);
  await takeScreenshot(stranger, "services-home-1440");
  await stranger.goto("/about");
  await stranger.getByText(/Ontario and Quebec/).waitFor();

  const closed = await stranger.goto("/allListings");
  expect(closed?.status()).toBe(404);
  await stranger.getByRole("heading", { name: words("form_journey_not_offered_title") }).waitFor();
  await takeScreenshot(stranger, "services-closed-1440");
  expect((await stranger.goto("/offer"))?.status()).toBe(404);

  await stranger.goto("/cars");
  const car = stranger.getByRole("main").getByRole("article").first().getByRole("link").first();
  const address = (await car.getAttribute("href"))!;
  await stranger.goto(address);
  await stranger.getByText(words("listing_price")).first().waitFor();
  expect(await stranger.getByRole("link", { name: words("bid_place") }).count()).toBe(0);
  expect((await stranger.goto(`${address}/bid`))?.status()).toBe(404);
  await stranger.getByRole("heading", { name: words("form_journey_not_offered_title") }).waitFor();
  await stranger.context().close();

  const post = (accept: string) =>
    fetch(`${origin}/forms/pre-approval`, {
      method: "POST",
      headers: { accept, origin, "content-type": "application/x-www-form-urlencoded" },
      body: "firstName=Ann",
    });
  const refused = await post("application/json");
  expect([refused.status, await refused.json()]).toEqual([
    404,
    { result: "error", error: "not_offered" },
  ]);
  expect((await post("text/html")).status).toBe(404);
  const index = await (await fetch(`${origin}/sitemap.xml`)).text();
  const [, pages = ""] = /<loc>([^<]+\/sitemaps\/pages\/[^<]+)<\/loc>/.exec(index) ?? [];
  const sitemap = await (await fetch(pages)).text();
  expect(sitemap).toContain("/sell-car");
  expect(sitemap).not.toContain("/allListings");
});

test("in French, on a phone and without a script: a closed form says so, and no province is no answer", async () => {
  const words = loadWords("fr");
  const phone = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await phone.goto("/fr/about");
  await phone.getByText(/Ontario et Québec/).waitFor();
  await phone.goto("/fr");
  await takeScreenshot(phone, "services-home-390");
  await phone.goto("/fr/allListings");
  await phone.getByRole("heading", { name: words("form_journey_not_offered_title") }).waitFor();
  expect(await scrollsSideways(phone)).toBe(false);
  await phone.context().close();

  const admin = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(admin, "admin");
  await admin.goto("/fr/staff/settings/services");
  const services = admin.getByRole("region", { name: words("setting_group_services") });
  await services.getByLabel("Ontario", { exact: true }).uncheck();
  await services.getByLabel("Québec", { exact: true }).uncheck();
  await services.getByRole("button", { name: words("setting_save") }).click();
  await admin
    .getByRole("link", { name: words("setting_form_provinces_served_error_missing") })
    .waitFor();
  await takeScreenshot(admin, "services-390");
  await admin.context().close();
});
