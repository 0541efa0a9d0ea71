import type { Locator, Page, Request } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { axeFindings, DESKTOP, PHONE, loadWords } from "./browser.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { expectNoHiddenAnswer } from "./last-page.fixture.ts";
import { codeSentTo } from "./program.fixture.ts";
import {
  answerStep,
  CAR,
  expectStep,
  fillOffer,
  press,
  type Say,
  STEPS,
} from "./sell-car-walk.fixture.ts";

const visit = journey();

/**
 * The response with the code is delayed until the other step is requested, and that one until the
 * response.
 */
async function goBackWhileACodeIsSent(page: Page, say: Say): Promise<void> {
  const asksForCode = (request: Request) => request.postData()?.includes("intent=send-code");
  const codeAnswered = page.waitForResponse((response) => asksForCode(response.request()) === true);
  const stepAsked = page.waitForRequest(/\/additional-details\.data/u);
  await page.route(/\/contact\.data/u, async (route) => {
    if (asksForCode(route.request())) await stepAsked;
    await route.continue();
  });
  await page.route(/\/additional-details\.data/u, async (route) => {
    await codeAnswered;
    await route.continue();
  });
  // Not the number that is verified later, because the codes for one number are limited.
  await field(page, say, "seller_phone").fill("519 555-0150");
  await press(page, say("phone_code_send"));
  await page.getByRole("link", { name: say("forms_previous") }).click();
  await expectStep(page, 5, say);
  await page.unrouteAll();
  await press(page, say("forms_next"));
  await expectStep(page, 6, say);
}

test("a seller on a phone goes from the footer's offer form to a lead that staff see", async () => {
  const say = loadWords("en");
  const phone = "+15195550147";
  const page = await visit.newPage({ viewport: PHONE });
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  const check = async (name: string, atNight = false) =>
    failures.push(...(await findViolations(page, name, atNight)));
  // Before it is hydrated, the button leads to the offer form's page, as without JavaScript.
  await page.goto("/", { waitUntil: "networkidle" });
  await fillInCar(page, say, true);

  for (let number = 1; number <= 5; number += 1) {
    await expectStep(page, number, say);
    if (number === 1) await expectPrefilled(page, say);
    if (number === 2)
      expect(await field(page, say, "manufacture_year").inputValue()).toBe(CAR.year);
    await answerStep(page, number, say);
    await check(`step ${number}`, number === 1);
    await press(page, say("forms_next"));
  }

  await expectStep(page, 6, say);
  await answerStep(page, 6, say);
  await check("step 6", true);
  await goBackWhileACodeIsSent(page, say);
  await field(page, say, "seller_phone").fill(phone);
  await verifyPhone(page, say, phone);
  await press(page, say("forms_next"));
  await walkTerms(page, say, async (dialog) => {
    await check("the terms", true);
    await expectFocusInside(page, dialog);
  });

  await expectStep(page, 7, say);
  await check("step 7", true);
  await page.getByRole("link", { name: say("sell_car_photos_add") }).click();
  await page.getByRole("heading", { name: say("sell_car_photos_title") }).waitFor();
  await check("the photos", true);
  await page.goBack();
  await sendFromReview(page, say);
  expect(failures).toEqual([]);
});

test("a seller on a phone without JavaScript, in French, with a photo", async () => {
  const say = loadWords("fr");
  const phone = "+15195550148";
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/fr");
  await fillInCar(page, say, false);
  for (let number = 1; number <= 5; number += 1) {
    await expectStep(page, number, say);
    if (number === 1) await expectPrefilled(page, say);
    await answerStep(page, number, say);
    await press(page, say("forms_next"));
  }
  await expectStep(page, 6, say);
  await answerStep(page, 6, say);
  await field(page, say, "seller_phone").fill(phone);
  await verifyPhone(page, say, phone);
  await press(page, say("forms_next"));
  await walkTerms(page, say);
  await addPhoto(page, say);
  await sendFromReview(page, say);
});

/** Reviews the answers, changes one, sends them, and finds them on the staff's page. */
async function sendFromReview(page: Page, say: Say): Promise<void> {
  await expectStep(page, 7, say);
  await expectNoHiddenAnswer(page);
  const review = page.getByRole("main");
  for (const { title } of STEPS) await review.getByRole("heading", { name: say(title) }).waitFor();
  await changeOnReview(page, say);
  await press(page, say("forms_submit"));
  await page.getByText(say("sell_car_offer_success")).first().waitFor();
  const reference = /\/sell-car\/sent\/([A-HJ-NPR-Y2-9]{8})/u.exec(page.url())?.[1];
  expect(reference).toBeDefined();

  // The browser's Back button does not send again: it shows that the car was sent.
  await page.goBack();
  await page.getByText(reference!).first().waitFor();
  await page.context().close();
  await expectStaffSees(reference!);
}

test("a drawing of step 1 has its room before it is loaded", async () => {
  const page = await visit.newPage({ viewport: DESKTOP });
  // Pictures never load here; a failed one would take no space.
  await page.route("**/pictures/**", () => undefined);
  await page.goto("/sell-car", { waitUntil: "domcontentloaded" });
  const heightsPx = await page
    .getByRole("radiogroup", {
      name: loadWords("en")("sell_car_form_body_type_label"),
      exact: true,
    })
    .evaluate((group) =>
      Array.from(group.getElementsByTagName("img"), (each) => each.clientHeight),
    );
  expect(heightsPx).toHaveLength(6);
  expect(Math.min(...heightsPx)).toBeGreaterThan(40);
  await page.context().close();
});

test("the address as the reference site writes it shows the form, filled in", async () => {
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/sell-Car?year=2021&make=Toyota&model=RAV4&city=Guelph&province=ON");
  const say = loadWords("en");
  expect(await field(page, say, "year").inputValue()).toBe("2021");
  expect(await field(page, say, "model").inputValue()).toBe("RAV4");
  await page.context().close();
});

/** A field of the form's open step, by its label. */
const field = (page: Page, say: Say, question: string) =>
  page.getByRole("main").getByLabel(say(`sell_car_form_${question}_label`), { exact: true });

/**
 * The footer's button: it opens a dialog with JavaScript, otherwise its page. Both lead to step 1.
 */
async function fillInCar(page: Page, say: Say, withJavaScript: boolean): Promise<void> {
  const opener = page
    .getByRole("contentinfo")
    .getByRole("button", { name: say("layout_offer_button") });
  await opener.click();
  await page.getByText(say("sell_car_offer_title")).first().waitFor();
  const area = withJavaScript ? page.getByRole("dialog") : page.getByRole("main");
  if (withJavaScript) {
    const model = area.getByRole("combobox", {
      name: say("offer_form_model_label"),
      exact: true,
      disabled: true,
    });
    await model.waitFor();
    expect(await model.innerText()).toContain(say("offer_form_model_choose_first"));
  }
  await fillOffer(area, say);
  await area.getByRole("button", { name: say("sell_car_offer_button") }).click();
}

async function expectPrefilled(page: Page, say: Say): Promise<void> {
  for (const [name, value] of Object.entries(CAR))
    expect(await field(page, say, name).inputValue()).toBe(value);
  await page.getByText(say("sell_car_from_offer")).waitFor();
}

async function verifyPhone(page: Page, say: Say, phone: string): Promise<void> {
  await press(page, say("phone_code_send"));
  const field = page.getByLabel(say("phone_code_label"), { exact: true });
  await field.waitFor();
  await field.fill(await codeSentTo(visit.site.origin, phone));
  await press(page, say("phone_code_verify"));
  await page.getByText(say("phone_code_verified")).waitFor();
}

/** Cancel stays on step 6, as do Esc and a click beside the terms; accepting them continues. */
async function walkTerms(
  page: Page,
  say: Say,
  checkAt?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  const title = page.getByRole("heading", { name: say("sell_car_terms_title") });
  const dialog = page.getByRole("dialog");
  await title.waitFor();
  for (const section of [
    "agreement",
    "privacy",
    "accuracy",
    "verification",
    "communication",
    "data",
  ])
    await page.getByRole("heading", { name: say(`sell_car_terms_${section}_title`) }).waitFor();
  await checkAt?.(dialog);
  // Without accepted terms there is no review.
  const review = await page.request.get(new URL("review", page.url()).href);
  expect(new URL(review.url()).pathname).toMatch(/\/sell-car\/terms$/u);
  // On a phone nothing is visible beside the terms; without JavaScript they are a page.
  const leaves = checkAt
    ? [() => page.keyboard.press("Escape"), () => pressBeside(page, DESKTOP)]
    : [];
  for (const leave of [
    () => page.getByRole("link", { name: say("sell_car_terms_cancel") }).click(),
    ...leaves,
  ]) {
    await leave();
    await expectStep(page, 6, say);
    await dialog.waitFor({ state: "detached" });
    await press(page, say("forms_next"));
    await title.waitFor();
  }
  await press(page, say("sell_car_terms_accept"));
}

async function pressBeside(page: Page, viewport: typeof DESKTOP): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(viewport);
  await page.mouse.click(5, 450);
  if (before) await page.setViewportSize(before);
}

async function expectFocusInside(page: Page, dialog: Locator): Promise<void> {
  for (let presses = 0; presses < 5; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
}

/** A Change link leads to its step and back to the review. */
async function changeOnReview(page: Page, say: Say): Promise<void> {
  const change = say("forms_change_named").replace("{name}", say("sell_car_form_total_run_label"));
  await page.getByRole("main").getByRole("link", { name: change }).first().click();
  await expectStep(page, 2, say);
  await field(page, say, "total_run").fill("65100");
  await press(page, say("forms_next"));
  await expectStep(page, 7, say);
  await page
    .getByText(/65[\s,]100/u)
    .first()
    .waitFor();
}

async function expectStaffSees(reference: string): Promise<void> {
  const say = loadWords("en");
  const page = await visit.newPage();
  await visit.signIn(page, "staff");
  await page.goto(`/staff/leads/${reference}`);
  const shown = await page.getByRole("main").innerText();
  for (const words of [
    "Simone Dubé",
    "Toyota RAV4",
    "65,100",
    "SUV",
    "Hatchback",
    "Financed",
    "Trade",
  ])
    expect(shown).toContain(words);
  expect(shown).toContain(say("staff_consent_sell_car_terms"));
  expect(shown).toContain(say("staff_consent_share_with_dealership"));
  await page.context().close();
}

test("a switch of language keeps what was typed and chosen", async () => {
  const [english, french] = [loadWords("en"), loadWords("fr")];
  const otherMake = (say: Say) =>
    page.getByLabel(say("sell_car_form_make_other_name"), { exact: true });
  const coupe = (say: Say) =>
    page
      .getByRole("radiogroup", { name: say("sell_car_form_style_label"), exact: true })
      .getByRole("radio", { name: say("vocabulary_body_type_coupe"), exact: true });
  const page = await visit.newPage();
  await page.goto("/sell-car", { waitUntil: "networkidle" });
  await field(page, english, "make").selectOption("other");
  await otherMake(english).fill("Bricklin");
  await field(page, english, "city").fill("Saint John");
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes("style=coupe") === true,
  );
  await coupe(english).check();
  await saved;
  await page.goto("/fr/sell-car", { waitUntil: "networkidle" });
  expect(await otherMake(french).inputValue()).toBe("Bricklin");
  expect(await field(page, french, "city").inputValue()).toBe("Saint John");
  expect(await coupe(french).isChecked()).toBe(true);
  await page.context().close();
});

/** The review links to photos, and then shows the photo. */
async function addPhoto(page: Page, say: Say): Promise<void> {
  await expectStep(page, 7, say);
  await page.getByRole("link", { name: say("sell_car_photos_add") }).click();
  const buffer = await sharp({
    create: { width: 800, height: 500, channels: 3, background: "#246" },
  })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel(say("seller_photos_choose"), { exact: true })
    .filter({ visible: true })
    .setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer });
  await press(page, say("seller_photos_upload"));
  await page.getByRole("button", { name: /1/u }).first().waitFor();
  await page.getByRole("link", { name: say("sell_car_photos_done") }).click();
  await expectStep(page, 7, say);
  const photos = page.getByRole("region", { name: say("sell_car_photos_heading"), exact: true });
  expect(await photos.getByRole("img").count()).toBe(1);
}

/**
 * All rules with the light theme on a phone; with `atNight`, also the colours of the dark theme on
 * a desktop.
 */
async function findViolations(page: Page, name: string, atNight: boolean): Promise<string[]> {
  const byDay = await axeFindings(page);
  const findings = byDay.map((each) => `${name}, by day: ${each}`);
  if (!atNight) return findings;
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "dark" });
  const byNight = await axeFindings(page, "colours");
  findings.push(...byNight.map((each) => `${name}, by night: ${each}`));
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "light" });
  return findings;
}
