import { beforeAll, describe, expect, test } from "vitest";
import { axeFindings, DESKTOP, PHONE, loadWords } from "../../../e2e/browser.fixture.ts";
import { journey } from "../../../e2e/journey.fixture.ts";

const visit = journey();

/** A member who is nobody of the demo, whom everybody shares. */
const MEMBER = {
  name: "Nadia Roy",
  email: "nadia.roy@example.org",
  password: "maple-canoe-9-lakes",
};

beforeAll(async () => {
  const page = await visit.newPage();
  await visit.openAccount(page, MEMBER);
  await page.context().close();
});

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: PHONE },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: DESKTOP },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);

  test("an administrator finds an account, and is told why a role stays", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    const refused = await page.request.get(`${prefix}/staff/people`);
    expect(refused.status()).toBe(403);
    expect(await refused.text()).toContain(`<h1>${words("staff_administrators_title")}</h1>`);

    await visit.signIn(page, "admin");
    await page.goto(`${prefix}/staff/people`);
    const find = async (email: string, name: string) => {
      await page.getByLabel(words("people_email")).fill(email);
      await page.getByRole("button", { name: words("people_find_button") }).click();
      await page.getByRole("heading", { name }).waitFor();
    };
    await find("buyer@example.com", "Amara Okafor");
    await page.getByText(words("people_demo_account")).waitFor();
    expect(await page.getByRole("button", { name: words("people_change_button") }).count()).toBe(0);
    await find(MEMBER.email, MEMBER.name);
    if (options.javaScriptEnabled) {
      expect(await axeFindings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await axeFindings(page, "colours")).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }

    const role = page.getByLabel(words("people_role_label"), { exact: true });
    const reason = page.getByLabel(words("people_reason_label"), { exact: true });
    const change = page.getByRole("button", { name: words("people_change_button") });
    await role.selectOption("staff");
    await change.click();
    await page.getByRole("link", { name: words("people_reason_error_missing") }).waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    expect(await role.inputValue()).toBe("staff");
    await reason.fill("Starts on Monday");
    await role.selectOption("buyer");
    await change.click();
    await page.getByRole("link", { name: words("people_role_error_same") }).waitFor();
    expect(await reason.inputValue()).toBe("Starts on Monday");
    await page.context().close();
  });
});

test("an administrator opens a dealership, puts right what is missing, and pauses it", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  await visit.signIn(page, "admin");
  await page.goto("/staff/dealerships");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: words("dealership_new") }).click();
  const form = (key: string) => page.getByLabel(words(`dealership_form_${key}`), { exact: true });
  await form("name_label").fill("Garage Essai");
  await form("lead_email_label").fill("leads@essai.example");
  await form("phone_label").fill("514 555 0171");
  await form("street_address_label").fill("12, rue Exemple");
  await form("city_label").fill("Laval");
  await form("province_label").selectOption("QC");
  await form("postal_code_label").fill("h7a 0a1");
  await form("served_radius_label").fill("120");
  await page.getByRole("checkbox", { name: "Quebec", exact: true }).press("Space");
  const save = page.getByRole("button", { name: words("dealership_save"), exact: true });
  await save.click();
  await page
    .getByRole("link", { name: words("dealership_form_takes_lead_kinds_error_missing") })
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await form("postal_code_label").inputValue()).toBe("h7a 0a1");
  await form("takes_lead_kinds_option_pre_approval").press("Space");
  await save.click();
  await page.getByText(words("dealership_saved"), { exact: true }).waitFor();
  expect(await form("phone_label").inputValue()).toContain("0171");
  await page.getByRole("button", { name: words("dealership_pause"), exact: true }).click();
  await page.getByText(words("dealership_paused"), { exact: true }).waitFor();
  await page.getByRole("link", { name: words("dealership_back") }).click();
  await page.getByRole("link", { name: "Garage Essai" }).waitFor();
  await page.context().close();
});
