import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { paths } from "#site/paths.ts";
import { axeFindings, hydrated, loadWords, PHONE } from "../../../../e2e/browser.fixture.ts";
import { findCovered } from "../../../../e2e/covers.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

const visit = journey();
/** Its check digit is wrong (reference/domain.md §1). */
const MISTYPED = "1HGCM82633A123456";

const cases = [
  { locale: "en", prefix: "", javaScriptEnabled: true },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false },
] as const;

async function fillVin(page: Page, words: ReturnType<typeof loadWords>, vin: string) {
  await page.getByLabel(words("offer_form_vin_label"), { exact: true }).fill(vin);
  await page.getByLabel(words("offer_form_city_label"), { exact: true }).fill("Guelph");
  await page
    .getByLabel(words("offer_form_province_label"), { exact: true })
    .filter({ visible: true })
    .selectOption("ON");
}

test.each(cases)("a VIN is answered in $locale, JavaScript $javaScriptEnabled", async (input) => {
  const { locale, prefix, javaScriptEnabled } = input;
  const words = loadWords(locale);
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled });
  await page.goto(prefix + paths.vinOfferRequest());
  if (javaScriptEnabled) await hydrated(page);
  await fillVin(page, words, MISTYPED);
  await page
    .getByRole("main")
    .getByRole("button", { name: words("sell_car_offer_button") })
    .click();
  // With script home, where the answer stands first; without, on a page of its own.
  await page.waitForURL((url) =>
    javaScriptEnabled ? url.pathname === "/" : url.pathname.includes("/offer/sent/"),
  );
  const answer = page.getByRole("region", { name: /Honda/ });
  await answer.getByText(words("vin_check_digit")).waitFor();
  if (javaScriptEnabled) {
    expect(await axeFindings(page)).toEqual([]);
    // On home the hero begins where the answer ends, and lies over none of its words.
    expect(await findCovered(page)).toEqual([]);
  }
  const sell = answer.getByRole("link", { name: words("vin_offer_sell") });
  const query = new URL((await sell.getAttribute("href")) ?? "", visit.site.origin).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    vin: MISTYPED,
    make: "Honda",
    city: "Guelph",
    province: "ON",
  });

  const send = answer.getByRole("button", { name: words("vin_offer_contact_send") });
  await send.click();
  await answer.getByText(words("vin_offer_contact_error_missing")).waitFor();
  await answer
    .getByLabel(words("vin_offer_contact_label"), { exact: true })
    .fill("colin@example.com");
  await answer.getByRole("checkbox").check();
  await send.click();
  await answer.getByText("colin@example.com").waitFor();

  await page.goto(prefix === "" ? "/" : prefix);
  await answer.getByText("colin@example.com").waitFor();
  await answer.getByRole("button", { name: words("vin_offer_put_away") }).click();
  await answer.waitFor({ state: "detached" });
  await page.context().close();
});

test("sign-in says what for, with the car, and does it after a wrong password as well", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  await page.goto("/cars?seller=dealer&province=ON");
  const link = page.getByRole("article").getByRole("heading", { level: 3 }).getByRole("link");
  const address = await link.nth(1).getAttribute("href");
  const car = (await link.nth(1).textContent()) ?? "";
  await page.goto(`${address}/bid`);
  await page.getByText(say("account_sign_in_to_bid").replace("{car}", car)).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const signIn = async (password: string) => {
    await page.getByLabel(say("account_email_label")).fill("buyer@example.com");
    await page.getByLabel(say("account_password_label")).fill(password);
    await page.getByRole("button", { name: say("account_sign_in_button"), exact: true }).click();
  };
  await signIn("not the password at all");
  await page.getByText(say("account_wrong_credentials")).waitFor();
  await page.getByText(say("account_sign_in_to_bid").replace("{car}", car)).waitFor();
  await signIn("demo-buyer-looks-around");
  await page.waitForURL((url) => url.pathname === `${address}/bid`);
  await page.getByRole("heading", { name: say("bid_title") }).waitFor();
});
