import { describe, expect, test } from "vitest";
import { appCode } from "#pages/account/security/app-code.fixture.ts";
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
import { journey } from "../../../../e2e/journey.fixture.ts";

const PASSWORD = "maple-canoe-thunder-9";

// Its own site: it changes who is in the demo's dealership.
const visit = journey({ ownSite: true });

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);
  const isScripted = options.javaScriptEnabled;

  test("a colleague is invited, works on a car of the dealership, and leaves", async () => {
    const owner = await visit.newPage(options);
    await visit.signIn(owner, "dealer");
    const open = async (page: typeof owner, path: string) => {
      await page.goto(prefix + path);
      if (isScripted) await hydratedControl(page.getByRole("main"));
    };
    const press = (page: typeof owner, key: string) =>
      page.getByRole("button", { name: words(key), exact: true }).click();
    await open(owner, "/dealer");
    await takeScreenshot(owner, `desk-${locale}`);
    expect(await scrollsSideways(owner)).toBe(false);
    if (isScripted) expect(await axeFindings(owner)).toEqual([]);

    await open(owner, "/dealer/team");
    await press(owner, "dealer_team_invite");
    await owner.getByText(words("dealer_team_name_error_missing")).first().waitFor();
    await owner.getByLabel(words("dealer_team_name_label")).fill("Colin");
    await owner
      .getByRole("combobox", { name: words("dealer_team_role_label") })
      .selectOption("manager");
    await press(owner, "dealer_team_invite");
    const link = await owner.getByText(/\/invite\/[\w-]+$/).innerText();
    await takeScreenshot(owner, `team-invited-${locale}`);

    // Without an account the link says whose invitation it is; with one, it is taken.
    const colleague = await visit.newPage(options);
    await colleague.goto(link);
    await colleague.getByRole("link", { name: words("dealer_team_invitation_sign_up") }).waitFor();
    const email = `colin-${locale}@example.com`;
    await visit.openAccount(colleague, {
      name: "Colin Colleague",
      email,
      password: PASSWORD,
    });
    await colleague.goto(link);
    if (isScripted) await hydrated(colleague);
    await takeScreenshot(colleague, `team-invitation-${locale}`);
    await press(colleague, "dealer_team_invitation_accept");
    await colleague.waitForURL(/\/account\/second-factor/);
    const app = colleague.getByRole("region", { name: words("account_app"), exact: true });
    await app.getByLabel(words("account_current_password_label")).fill(PASSWORD);
    await app.getByRole("button", { name: words("account_app_set_up") }).click();
    const key = colleague.getByRole("link", { name: words("account_app_open") });
    const code = appCode((await key.getAttribute("href")) ?? "");
    await colleague.getByLabel(words("account_app_code_label")).fill(code);
    await press(colleague, "account_second_factor_on_button");
    await colleague.waitForURL(/\/account\/security/);
    await open(colleague, "/dealer/stock");
    await takeScreenshot(colleague, `stock-${locale}`);
    expect(await scrollsSideways(colleague)).toBe(false);
    const car = colleague.getByRole("main").getByRole("listitem").first().getByRole("link").first();
    const name = await car.innerText();
    await car.click();
    await colleague.getByRole("heading", { name }).first().waitFor();
    await colleague.getByLabel(words("seller_price_label")).fill("21900");
    await press(colleague, "seller_price_change");
    await colleague.getByText(words("seller_done_price")).waitFor();

    // Used once.
    await colleague.goto(link);
    await colleague.getByText(words("dealer_team_invitation_used")).waitFor();

    await open(owner, "/dealer/team");
    await owner
      .getByRole("link", { name: words("dealer_team_change").replace("{name}", "Colin Colleague") })
      .click();
    await owner.getByRole("button", { name: words("dealer_team_remove") }).waitFor();
    if (isScripted) {
      await hydrated(owner);
      expect(await axeFindings(owner)).toEqual([]);
    }
    await takeScreenshot(owner, `team-change-${locale}`);
    await press(owner, "dealer_team_remove");
    await owner.getByText(words("dealer_team_removed")).waitFor();
    // Signed out everywhere: the desk asks for a sign-in.
    await colleague.goto(`${prefix}/dealer/stock`);
    await colleague.waitForURL(/\/login/);
  });
});
