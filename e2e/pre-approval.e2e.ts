import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textAt, withValidAdf } from "#domain/lead/adf/adf-schema.fixture.ts";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import type { Locale } from "#values/locale.ts";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { hydrated, PHONE, loadWords } from "./browser.fixture.ts";
import { creditForm } from "./credit-form.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { expectNoHiddenAnswer } from "./last-page.fixture.ts";
import {
  answerStep,
  expectStep,
  PANEL_AFTER_STEP,
  tickBoxes,
  pressNext,
  STEPS,
} from "./pre-approval-walk.fixture.ts";
import { codeSentTo } from "./program.fixture.ts";

type Say = ReturnType<typeof loadWords>;

let smtp: Awaited<ReturnType<typeof startSmtpPeer>>;
beforeAll(async () => {
  smtp = await startSmtpPeer();
});
const visit = journey({
  environment: () => ({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }),
});
afterAll(() => smtp.close());

const VISITORS: [name: string, locale: Locale, options: BrowserContextOptions, phone: string][] = [
  ["in English", "en", {}, "+14035550147"],
  ["in French, without JavaScript", "fr", { javaScriptEnabled: false }, "+14035550149"],
];

describe.each(VISITORS)("a visitor on a phone, %s", (_name, locale, options, phone) => {
  test("goes from the home page's search with a car to a lead at the dealership", async () => {
    const say = loadWords(locale);
    const withJavaScript = options.javaScriptEnabled !== false;
    const page = await visit.newPage({ viewport: PHONE, ...options });
    const failures: string[] = [];
    page.on("pageerror", (error) => failures.push(String(error)));
    await page.goto(locale === "fr" ? "/fr" : "/");
    const car = await goFromSearchWithCar(page, say, locale);

    for (let number = 1; number <= 15; number += 1) {
      await expectStep(page, number, say);
      await answerStep(page, number, say);
      // A person who comes from a car also reads what the questions are for and what they are not.
      if (number === 1) await page.getByText(say("pre_approval_start_credit")).waitFor();
      if (number === 2) await page.getByRole("main").getByText(car, { exact: true }).waitFor();
      await pressNext(page, say);
      if (number !== PANEL_AFTER_STEP) continue;
      const title = say("pre_approval_qualified_title").replace("{location}", "Calgary, AB");
      if (withJavaScript) await page.getByText(say("pre_approval_searching")).waitFor();
      await page.getByRole("heading", { name: title }).waitFor();
      await page.getByText(say("pre_approval_qualified_matching")).waitFor();
      await page.getByText(say("pre_approval_qualified_not_credit")).waitFor();
      await expectRate(page, locale);
      await tickBoxes(page, say);
      await page.getByRole("button", { name: say("pre_approval_qualified_continue") }).click();
    }

    await expectStep(page, 16, say);
    await expectNoHiddenAnswer(page);
    expect(await page.content()).not.toContain("1987-06-05");
    await answerStep(page, 16, say);
    await page.getByLabel(say("pre_approval_form_phone_number_label"), { exact: true }).fill(phone);
    if (withJavaScript) {
      await expectFailedSendOffline(page, say);
      // The clock is stopped, so that the duration of the test does not affect the wait for another
      // code.
      await page.clock.setFixedTime(new Date());
    }
    await page.getByRole("button", { name: say("phone_code_send") }).click();
    await page.getByLabel(say("phone_code_label"), { exact: true }).waitFor();
    await expectWayToOutbox(page, say);
    if (withJavaScript) await expectResendToWait(page, say);
    const code = await codeSentTo(visit.site.origin, phone);
    await page.getByLabel(say("phone_code_label"), { exact: true }).fill(code);
    await page.getByRole("button", { name: say("phone_code_verify") }).click();
    await page.getByText(say("phone_code_verified")).waitFor();
    await page.getByRole("button", { name: say("forms_submit"), exact: true }).click();
    await page.getByRole("heading", { name: say("pre_approval_sent_title") }).waitFor();
    const reference = /\b[A-HJ-NPR-Y2-9]{8}\b/.exec(await page.getByRole("main").innerText())?.[0];
    expect(reference).toBeDefined();
    expect(page.url()).toContain(reference);
    const credit = page.getByRole("link", { name: say("pre_approval_sent_credit"), exact: true });
    expect(await credit.getAttribute("href")).toContain("/creditform?listing=");

    // The browser's Back button does not send again: it shows that the request was sent.
    await page.goBack();
    await page.getByText(reference!).first().waitFor();

    await page.goto(`${locale === "fr" ? "/fr" : ""}/allListings/sent/${reference}`);
    await expectRate(page, locale);
    const link = page.getByRole("link", { name: /\?key=/u });
    const address = (await link.getAttribute("href")) ?? "";
    await page.goto(locale === "fr" ? "/fr/cars" : "/cars");
    await expectRate(page, locale);
    expect(failures).toEqual([]);
    await page.context().close();
    await expectRateElsewhere(address, say, locale, options);
    await expectAdf(reference!, car, locale);
    await expectStaffSees(reference!, car);
  });
});

/** Every page shows the rate of the named credit band, and never the rate for an unknown credit. */
async function expectRate(page: Page, locale: Locale): Promise<void> {
  const shown = page.getByRole("main");
  await shown.waitFor();
  const text = await shown.innerText();
  expect(text).toContain(formatPercent(DEFAULT_FACTS.ratePercent.very_good, locale));
  expect(text).not.toContain(formatPercent(DEFAULT_FACTS.ratePercent.none, locale));
}

/**
 * The same in another browser that has only the private link: on cards, in the application and
 * after it.
 */
async function expectRateElsewhere(
  address: string,
  say: Say,
  locale: Locale,
  options: BrowserContextOptions,
): Promise<void> {
  const page = await visit.newPage({ viewport: PHONE, ...options });
  const root = locale === "fr" ? "/fr" : "";
  await page.goto(address);
  await expectRate(page, locale);
  await page.goto(`${root}/cars`);
  await expectRate(page, locale);
  // From here on the payment frequency is remembered.
  const biweekly = page.getByRole("button", { name: say("payment_switch_button_biweekly") });
  await biweekly.first().click();
  await page
    .getByRole("button", { name: say("payment_switch_button_biweekly"), pressed: true })
    .first()
    .waitFor();
  const card = page.getByRole("main").getByRole("article").first();
  expect(await card.innerText()).toContain(say("listing_card_frequency"));
  await chooseLoan(page, say, options);
  await page.goto(`${root}/cars`);
  const down = formatCad(2_500, locale);
  const shown = [say("listing_card_months").replace("{months}", "60"), say("listing_card_down")];
  for (const words of shown)
    expect(await card.innerText()).toContain(words.replace("{down}", down));
  await page.goto(`${root}/creditform`);
  await expectRate(page, locale);
  if (options.javaScriptEnabled !== false) await hydrated(page);
  const phone = locale === "fr" ? "403 555 0148" : "403 555 0146";
  await creditForm(page, say).fillIn({ ...CREDIT_APPLICANT, phone });
  await page.getByRole("button", { name: say("forms_submit"), exact: true }).click();
  await page
    .getByRole("heading", { level: 1, name: say("credit_application_sent_title") })
    .waitFor();
  await expectRate(page, locale);
  const estimate = page.getByRole("region", { name: say("affordability_title") });
  await estimate.getByText(say("affordability_payment_biweekly")).waitFor();
  await estimate.getByText(say("payment_down").replace("{down}", down)).waitFor();
  await page.goto(`${root}/cars`);
  await expectRate(page, locale);
  await page.context().close();
}

/** Chooses on a car's page: $2,500 down, over 60 months. */
async function chooseLoan(page: Page, say: Say, options: BrowserContextOptions): Promise<void> {
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  const months = say("listing_est_months").replace("{months}", "60");
  const down = page.getByLabel(say("listing_est_down"), { exact: true });
  await down.fill("2500");
  if (options.javaScriptEnabled === false) {
    await page.getByRole("radio", { name: months }).check({ force: true });
    await page.getByRole("button", { name: say("listing_est_update") }).click();
    expect(await down.inputValue()).toBe("2500");
    return;
  }
  await hydrated(page);
  const remembered = page.waitForResponse((response) => response.url().endsWith("/payments"));
  await page.getByText("60", { exact: true }).click();
  await remembered;
}

/** Searches for an SUV, opens the first one, and starts a pre-approval for it. Returns its name. */
async function goFromSearchWithCar(page: Page, say: Say, locale: Locale): Promise<string> {
  const search = page.getByRole("search", { name: say("home_search_title") });
  await search.getByLabel(say("cars_facet_body")).selectOption("suv");
  await search.getByRole("button", { name: say("home_search_button") }).click();
  const found = page.getByRole("main").getByRole("article").first();
  const name = await found.getByRole("heading").innerText();
  await found.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page
    .getByRole("main")
    .getByRole("link", {
      // In French, no payment and no credit offer is shown before a province is chosen.
      name: say(locale === "fr" ? "listing_credit_available" : "listing_get_approved"),
    })
    .first()
    .click();
  return name;
}

test("a tap on an answer goes on, and Back shows it chosen", async () => {
  const say = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE, hasTouch: true });
  const suv = page.getByRole("radio", { name: say("pre_approval_form_car_type_option_suv") });
  await page.goto("/");
  await page
    .getByRole("main")
    .getByRole("link", { name: say("home_get_approved") })
    .first()
    .click();
  await expectStep(page, 1, say);
  await hydrated(page);
  await suv.tap();
  await expectStep(page, 2, say);
  // The summary shows the vehicle's picture on a phone too.
  await page.getByRole("img", { name: nameSuv(say) }).waitFor();
  await page
    .getByRole("main")
    .getByRole("link", { name: say("forms_back") })
    .click();
  await expectStep(page, 1, say);
  expect(await suv.isChecked()).toBe(true);
  await page.close();
});

const nameSuv = (say: Say) =>
  say("pre_approval_picture_alt").replace("{type}", say("pre_approval_form_car_type_option_suv"));

/** SPEC.md §8 prescribes the text for a code that was not sent, for any reason. */
async function expectFailedSendOffline(page: Page, say: Say): Promise<void> {
  await page.context().setOffline(true);
  await page.getByRole("button", { name: say("phone_code_send") }).click();
  await page.getByText(say("phone_code_send_failed")).waitFor();
  await page.context().setOffline(false);
}

/** A click without a code gets an error, and neither begins nor ends the wait for another code. */
async function expectResendToWait(page: Page, say: Say): Promise<void> {
  const resend = page.getByRole("button", { name: say("phone_code_resend") });
  const wait = page.getByText(say("phone_code_wait").replace("{seconds}", "10"));
  await wait.waitFor();
  await page.getByRole("button", { name: say("phone_code_verify") }).click();
  await page.getByText(say("phone_code_wrong_code")).waitFor();
  expect([await wait.isVisible(), await resend.isDisabled()]).toEqual([true, true]);
  await page.clock.setFixedTime(new Date(Date.now() + 60_000));
  await wait.waitFor({ state: "detached" });
  expect(await resend.isEnabled()).toBe(true);
}

/** The demo says where its code can be read, and links to it. */
async function expectWayToOutbox(page: Page, say: Say): Promise<void> {
  const address = await page
    .getByRole("link", { name: say("phone_code_demo_outbox") })
    .getAttribute("href");
  const outbox = await page.request.get(new URL(address ?? "", page.url()).href);
  expect(outbox.status()).toBe(200);
  expect(await outbox.text()).toContain(say("demo_outbox_title"));
}

/** The dealership's e-mail and the applicant's confirmation, as they arrived over SMTP. */
async function expectAdf(reference: string, car: string, locale: Locale): Promise<void> {
  const arrived = (subject: RegExp) =>
    smtp.arrivals.find(
      ({ email }) => subject.test(email.subject ?? "") && email.subject?.includes(reference),
    );
  const confirmation = locale === "fr" ? /reçu votre demande/ : /received your request/;
  await expect.poll(() => arrived(/^New lead/), { timeout: 20_000 }).toBeDefined();
  const adf = smtp.arrivals.find(({ email }) =>
    email.subject?.startsWith(`New lead ${reference}`),
  )!;
  expect(adf.raw).toMatch(/^content-type: text\/plain/im);
  expect(adf.raw).not.toMatch(/1987/);
  withValidAdf(adf.email.text ?? "", (root) => {
    expect(textAt(root, "//customer/contact/name[@part='last']")).toBe("Gagnon");
    expect(textAt(root, "//customer/contact/name[@part='first']")).toBe("Chloé");
    expect(textAt(root, "//vehicle/finance/amount[@limit='maximum']")).toBe("499");
    for (const tag of ["year", "make", "model"]) {
      expect(car).toContain(textAt(root, `//vehicle/${tag}`));
    }
    // The first contact does not need the employer, so it is not in the e-mail.
    expect(textAt(root, "//customer/comments")).not.toContain("Acier Prairie & Fils");
  });
  await expect.poll(() => arrived(confirmation), { timeout: 20_000 }).toBeDefined();
}

async function expectStaffSees(reference: string, car: string): Promise<void> {
  const page = await visit.newPage();
  await visit.signIn(page, "staff");
  await page.goto(`/staff/leads/${reference}`);
  const shown = await page.getByRole("main").innerText();
  expect(shown).toContain("Chloé Gagnon");
  expect(shown).toContain("Acier Prairie & Fils");
  expect(shown).toContain("SUVs");
  expect(shown).toContain(car);
  expect(shown).not.toContain("1987-06-05");
  await page.close();
}

test("every question of SPEC.md is walked through", () => {
  expect(STEPS).toHaveLength(16);
});
