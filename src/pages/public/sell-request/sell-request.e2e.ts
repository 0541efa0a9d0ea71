import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { paths } from "#site/paths.ts";
import type { Role } from "#values/role.ts";
import { axeFindings, hydrated, PHONE, loadWords } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";
import { readOutbox, sellCarFields } from "../../../../e2e/program.fixture.ts";
import { answerStep, expectStep, postSteps } from "../../../../e2e/sell-car-walk.fixture.ts";

// A site of its own: it makes offers as the demo's dealer, whose list shows every request.
const visit = journey({ ownSite: true });

type Reader = {
  locale: "en" | "fr";
  prefix: string;
  options: BrowserContextOptions;
  say: (key: string, blanks?: Record<string, string>) => string;
};

function reader(locale: "en" | "fr", options: BrowserContextOptions): Reader {
  const words = loadWords(locale);
  const say: Reader["say"] = (key, blanks = {}) =>
    Object.entries(blanks).reduce(
      (text, [name, value]) => text.replaceAll(`{${name}}`, value),
      words(key),
    );
  return { locale, prefix: locale === "fr" ? "/fr" : "", options, say };
}

/**
 * Sends a car near the demo's dealer, as the form without JavaScript does; returns the page after
 * it.
 */
async function sendCar({ prefix, options }: Reader, sellerEmail: string): Promise<Page> {
  const page = await visit.newPage(options);
  const form = sellCarFields({
    city: "Toronto",
    province: "ON",
    sellerEmail,
    sellerPhone: "416-555-0147",
  });
  const sent = await page.request.post(`${prefix}/forms/sell-car`, {
    form,
    headers: { accept: "text/html", origin: visit.site.origin },
  });
  await page.goto(sent.url());
  return page;
}

/** A 2018 Civic: the demo has enough listings of it for an estimate. */
const CIVIC = "2HGFC2F59JH500001";

/** The site starts to serve before its VIN database is ready. */
beforeAll(() =>
  vi.waitFor(
    async () => {
      const body = new URLSearchParams({ vin: CIVIC });
      const headers = { origin: visit.site.origin };
      const init = { method: "POST", body, headers };
      const response = await fetch(`${visit.site.origin}/api/vin`, init);
      expect(await response.json()).toMatchObject({ state: "decoded", model: "Civic" });
    },
    { timeout: 60_000, interval: 250 },
  ),
);

/**
 * From a VIN to its estimate, to where to send the offer, and through the seven steps to Submit.
 */
async function sellByVin({ prefix, options, say }: Reader, sellerEmail: string): Promise<Page> {
  const page = await visit.newPage(options);
  const hasScript = options.javaScriptEnabled !== false;
  const form = page.getByRole("main");
  await page.goto(prefix + paths.vinOfferRequest());
  if (hasScript) await hydrated(page);
  await form.getByLabel(say("offer_form_vin_label"), { exact: true }).fill(CIVIC);
  await form.getByLabel(say("offer_form_city_label"), { exact: true }).fill("Toronto");
  await form
    .getByLabel(say("offer_form_province_label"), { exact: true })
    .filter({ visible: true })
    .selectOption("ON");
  await form.getByRole("button", { name: say("sell_car_offer_button") }).click();
  const answer = page.getByRole("region", { name: /Honda Civic/ });
  await answer.getByText(say("vin_offer_estimate_label")).waitFor();
  await answer.getByLabel(say("vin_offer_contact_label"), { exact: true }).fill(sellerEmail);
  await answer.getByRole("checkbox").check();
  await answer.getByRole("button", { name: say("vin_offer_contact_send") }).click();
  await answer.getByText(sellerEmail).waitFor();
  await answer.getByRole("link", { name: say("vin_offer_sell") }).click();

  await expectStep(page, 1, say);
  await page.getByText(say("sell_car_from_vin")).waitFor();
  const field = (name: string) =>
    form.getByLabel(say(`sell_car_form_${name}_label`), { exact: true });
  expect(await field("year").inputValue()).toBe("2018");
  expect(await field("model").filter({ visible: true }).inputValue()).toBe("Civic");
  const bodyType = form.getByRole("radiogroup", { name: say("sell_car_form_body_type_label") });
  const sedan = say("vocabulary_body_type_sedan");
  expect(await bodyType.getByRole("radio", { name: sedan, exact: true }).isChecked()).toBe(true);
  await answerStep(page, 1, say);
  await press(page, say("forms_next"));
  await expectStep(page, 2, say);
  const slugs = ["specifications", "history", "condition", "additional-details"];
  const shareWithDealerships = "no";
  await postSteps(page, prefix + paths.sellCar(), { slugs, answers: { shareWithDealerships } });
  await page.goto(prefix + paths.sellCarStep("contact"));
  if (hasScript) await hydrated(page);
  await expectStep(page, 6, say);
  // Asked once: the address for the offer was given with the VIN.
  expect(await field("seller_email").inputValue()).toBe(sellerEmail);
  await field("seller_name").fill("Odile Gagnon");
  await field("seller_phone").fill("416-555-0147");
  await press(page, say("forms_next"));
  await press(page, say("sell_car_terms_accept"));
  await expectStep(page, 7, say);
  await press(page, say("forms_submit"));
  await page.waitForURL((url) => url.pathname.includes("/sell-car/sent/"));
  return page;
}

/** The newest e-mail to an address with these words in its subject. */
async function mailTo(address: string, words: string): Promise<string> {
  const find = async () =>
    (await readOutbox(visit.site.origin)).find(
      ({ to, subject }) => to === address && subject?.includes(words),
    )?.text;
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return (await find()) ?? "";
}

/** The path of our link in an e-mail, whatever port the site listens on. */
function linkIn(text: string): string {
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
  return link.pathname + link.search;
}

async function signIn(page: Page, { prefix, say }: Reader, email: string, password: string) {
  await page.goto(`${prefix}/login`);
  await page.getByLabel(say("account_email_label")).fill(email);
  await page.getByLabel(say("account_password_label")).fill(password);
  await page
    .getByRole("button", { name: say("account_sign_in_button"), exact: true })
    .first()
    .click();
  await page.waitForURL((url) => !url.pathname.includes("/login"));
}

async function openAs(role: Role, who: Reader): Promise<Page> {
  const page = await visit.newPage(who.options);
  await visit.signIn(page, role);
  return page;
}

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

/** The focused element: a control's name, or another element's role. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("name") ?? element?.getAttribute("role");
  });

const CAR = { en: "2018 Honda Civic", fr: "Honda Civic 2018" };

/**
 * Holds back the scripts of the next pages. The returned function releases them and waits until the
 * page has run them.
 */
async function delayScripts(page: Page) {
  const deferred = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await deferred.promise;
    await route.continue();
  });
  return async () => {
    deferred.resolve();
    await page.waitForLoadState("networkidle");
  };
}

describe.each([
  ["English, on a phone with JavaScript", reader("en", { viewport: PHONE })],
  [
    "French, on a phone without JavaScript",
    reader("fr", { javaScriptEnabled: false, viewport: PHONE }),
  ],
])("%s", (_, who) => {
  const { say, prefix, locale } = who;
  const seller = `odile.${locale}@example.com`;
  // Axe runs in the page, which is impossible in a browser without JavaScript.
  const hasScript = who.options.javaScriptEnabled !== false;
  const expectAccessible = async (page: Page, { atNight = false } = {}) => {
    if (!hasScript) return;
    expect(await axeFindings(page)).toEqual([]);
    if (!atNight) return;
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page, "colours"), "by night").toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  };

  const namePrice = async (page: Page, price: string) => {
    const offer = page.getByRole("listitem").filter({ hasText: "Lakeshore Lane Autos" });
    await offer.getByText(say("sale_counter")).first().click();
    await offer.getByRole("spinbutton").fill(price);
    await press(page, say("sale_counter_send"));
  };

  test("VIN, value, contact, request, offer, e-mailed link, prices in return, agreement", async () => {
    const request = await sellByVin(who, seller);
    const reference = request.url().split("/").at(-1) ?? "";
    await request.getByText(say("sell_car_offer_success")).waitFor();
    await request.getByRole("heading", { level: 1, name: CAR[locale] }).waitFor();
    await expectAccessible(request, { atNight: true });

    // Offers need the consent to share, and the error is shown at its box.
    await request.getByRole("radio", { name: say("sale_choice_offers") }).check();
    await press(request, say("sale_choice_submit"));
    await request.getByText(say("sale_share_missing")).first().waitFor();
    await request.getByRole("checkbox", { name: say("sale_share_consent") }).check();
    await press(request, say("sale_choice_submit"));
    await request.getByText(say("sale_done_chosen")).waitFor();
    await request.getByRole("heading", { name: say("sale_offers_title") }).waitFor();

    const dealer = await openAs("dealer", who);
    await dealer.goto(`${prefix}/dealer/requests`);
    await expectAccessible(dealer, { atNight: true });
    await dealer.goto(`${prefix}/dealer/requests/${reference}`);
    await expectAccessible(dealer, { atNight: true });
    await dealer.getByLabel(say("dealer_amount_label")).fill("99");
    const bringToLife = await delayScripts(dealer);
    await press(dealer, say("dealer_offer_submit"));
    await expect.poll(() => focused(dealer)).toBe("alert");
    await dealer.getByLabel(say("dealer_amount_label")).fill("13 250");
    await dealer.getByLabel(say("dealer_conditions_label")).fill("As seen & driven.");
    await bringToLife();
    // The page's script must not move the focus to the errors if the person is already typing.
    expect(await focused(dealer)).toBe("conditions");
    await press(dealer, say("dealer_offer_submit"));
    await dealer.getByText(say("dealer_done_offered")).waitFor();

    // A person who opens the e-mail in another browser.
    const mail = await mailTo(seller, "Lakeshore Lane Autos");
    const mailed = await visit.newPage(who.options);
    await mailed.goto(linkIn(mail));
    const offer = mailed.getByRole("listitem").filter({ hasText: "Lakeshore Lane Autos" });
    await offer.getByText(say("sale_state_open"), { exact: true }).waitFor();
    await press(mailed, say("sale_decline"));
    await mailed.getByText(say("sale_done_declined")).waitFor();
    await press(mailed, say("sale_undo_decline"));
    await mailed.getByText(say("sale_done_reopened")).waitFor();

    // A counter-offer, declined, and the dealership's next offer, which replaces the first.
    await namePrice(mailed, "13000");
    await expect
      .poll(() => offer.getByRole("spinbutton").getAttribute("aria-invalid"))
      .toBe("true");
    expect(await offer.getByRole("spinbutton").inputValue()).toBe("13000");
    await expectAccessible(mailed);
    await offer.getByRole("spinbutton").fill("14250");
    await press(mailed, say("sale_counter_send"));
    await mailed.getByText(say("sale_done_countered")).waitFor();
    await dealer.goto(`${prefix}/dealer/requests`);
    await dealer
      .getByRole("listitem")
      .filter({ hasText: reference })
      .filter({ hasText: say("dealer_state_countered") })
      .waitFor();
    await dealer.goto(`${prefix}/dealer/requests/${reference}`);
    await press(dealer, say("dealer_counter_decline"));
    await dealer.getByText(say("dealer_done_counter_declined")).waitFor();
    await mailTo(seller, "14");
    await dealer.getByLabel(say("dealer_amount_label")).fill("13 500");
    await press(dealer, say("dealer_revise_submit"));
    await dealer.getByText(say("dealer_done_offered")).waitFor();

    await mailed.reload();
    await offer.getByText(new RegExp(`^${say("sale_accept")}`)).click();
    await offer.getByRole("button", { name: /13\s?,?500/ }).waitFor();
    await namePrice(mailed, "14000");
    await mailed.getByText(say("sale_done_countered")).waitFor();

    await dealer.goto(`${prefix}/dealer/requests/${reference}`);
    await dealer.getByText(new RegExp(`^${say("dealer_counter_accept", { counter: "" })}`)).click();
    await expectAccessible(dealer);
    await dealer.getByRole("button", { name: /14\s?,?000/ }).click();
    await dealer.getByText(say("dealer_done_counter_accepted")).waitFor();
    await dealer.getByText(say("dealer_agreed_note")).waitFor();

    await mailed.reload();
    await mailed
      .getByRole("heading", {
        name: say("sale_accepted_title_counter", { dealership: "Lakeshore Lane Autos" }),
      })
      .waitFor();
    await expectAccessible(mailed, { atNight: true });
    expect(await dealer.getByLabel(say("dealer_amount_label")).count()).toBe(0);
    await expectAccessible(dealer);
    await mailTo("leads.lakeshore-lane@example.com", "2018 Honda Civic");

    // A visitor who only knows the reference sees neither car nor offer.
    const stranger = await visit.newPage(who.options);
    await stranger.goto(`${prefix}/sell-car/sent/${reference}`);
    await stranger.getByRole("heading", { level: 1, name: say("sale_title_public") }).waitFor();
    expect(await stranger.content()).not.toMatch(/Civic|1[34](?:,|\s|&nbsp;)(?:250|500|000)/);
    await expectAccessible(stranger);
  });
});

describe("two windows of one seller", () => {
  const who = reader("en", {});
  const { say } = who;

  test("the second offer cannot be accepted, and the page says why", async () => {
    const first = await openAs("seller", who);
    await first.goto("/sell-car/sent/DEMSELL2");
    const second = await first.context().newPage();
    await second.goto("/sell-car/sent/DEMSELL2");
    const accept = async (page: Page, dealership: string) => {
      const offer = page.getByRole("listitem").filter({ hasText: dealership });
      await offer.getByText(new RegExp(`^${say("sale_accept")}`)).click();
      await offer.getByRole("button", { name: /^Yes, accept/ }).click();
    };
    await accept(first, "Forest City Motor Row");
    await first.getByText(say("sale_done_accepted")).waitFor();
    const answered = second.waitForResponse((response) => response.request().method() === "POST");
    await accept(second, "Lakeshore Lane Autos");
    expect((await answered).status()).toBe(409);
    await second.getByText(say("sale_refused_passed_over")).waitFor();
    await second.getByText(say("sale_state_passed_over")).waitFor();
  });
});

describe("a listing from the answers", () => {
  const who = reader("en", {});
  const { say } = who;

  test("waits under the seller's listings, and is saved as a draft once", async () => {
    const page = await sendCar(who, "buyer@example.com");
    const reference = page.url().split("/").at(-1) ?? "";
    await page.getByRole("radio", { name: say("sale_choice_listing") }).check();
    await press(page, say("sale_choice_submit"));
    await page.waitForURL((url) => url.pathname === "/login");
    await signIn(page, who, "buyer@example.com", "demo-buyer-looks-around");

    await page.goto("/account/listings");
    await page.getByText(say("sale_unfinished", { reference })).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: say("sale_unfinished_finish") }).click();
    await page
      .getByRole("heading", { name: say("sale_draft_title", { car: "2018 Honda Civic" }) })
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const field = (question: string) =>
      page.getByRole("main").getByLabel(say(`listing_form_${question}_label`), { exact: true });
    expect(await field("total_run").inputValue()).toBe("88000");
    expect(await field("price").inputValue()).toBe("");
    await field("fuel_type").selectOption("gasoline");
    await field("price").fill("14900");
    await page.getByLabel(say("ad_statement_is_own_car_label")).check();
    await press(page, say("seller_save_new"));
    await page.waitForURL((url) => url.pathname.endsWith("/photos"));
    await page.goto(`/sell-car/sent/${reference}`);
    await page.getByText(say("sale_listing_draft")).waitFor();
  });
});
