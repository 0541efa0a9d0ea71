import type { Page } from "playwright-core";
import { expect } from "vitest";

export type Say = (key: string) => string;

const own = (suffix: string) => `sell_car_form_${suffix}`;

/** What is chosen on each step, as control and code; the texts are typed. */
type Step = {
  slug: string;
  title: string;
  choose?: Readonly<Record<string, string>>;
  type?: Readonly<Record<string, string>>;
};

/** Steps 1 to 6 of SPEC.md, with one seller's answers; the car itself comes from the offer form. */
export const STEPS: readonly Step[] = [
  {
    slug: "car-detail",
    title: own("step_car_detail_title"),
    choose: {
      style: "hatchback",
      bodyTrim: "luxury",
      exteriorColour: "blue",
      interiorColour: "black",
      transmission: "automatic",
    },
  },
  {
    slug: "specifications",
    title: own("step_specifications_title"),
    type: { totalRun: "64200" },
  },
  {
    slug: "history",
    title: own("step_history_title"),
    choose: {
      exteriorDamage: "no",
      interiorDamage: "no",
      accidentHistory: "yes",
      smoked: "no",
      windshieldDamage: "no",
      keyFobs: "two_plus",
    },
  },
  {
    slug: "condition",
    title: own("step_condition_title"),
    choose: {
      tireReplacement: "2_to_4_years",
      brakes: "no",
      mechanicalIssues: "no",
      salvageStatus: "no",
      ownership: "financed",
    },
  },
  {
    slug: "additional-details",
    title: own("step_additional_details_title"),
    choose: { sellOrTrade: "trade" },
  },
  {
    slug: "contact",
    title: own("step_contact_title"),
    type: { sellerEmail: "simone.dube@example.com", sellerPhone: "519 555-0147" },
  },
];

/** What the offer form asks for, in its order. */
export const CAR = { year: "2021", make: "Toyota", model: "RAV4", city: "Guelph", province: "ON" };

export async function expectStep(page: Page, number: number, say: Say): Promise<void> {
  const title = STEPS[number - 1]?.title ?? own("step_review_title");
  await page.getByRole("heading", { level: 1, name: say(title), exact: true }).waitFor();
  const progress = say("forms_progress")
    .replace("{number}", String(number))
    .replace("{count}", "7");
  expect(await page.getByText(progress, { exact: true }).count()).toBeGreaterThan(0);
}

export async function answerStep(page: Page, number: number): Promise<void> {
  const step = STEPS[number - 1];
  for (const [name, code] of Object.entries(step?.choose ?? {}))
    await page.locator(`form [name="${name}"][value="${code}"]`).check();
  for (const [name, text] of Object.entries(step?.type ?? {}))
    await page.locator(`form [name="${name}"]`).fill(text);
}

export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

/** Fills in the offer form, in the dialog or on its page. */
export async function fillOffer(page: Page, idPrefix: string): Promise<void> {
  const control = (name: string) => page.locator(`#${idPrefix}${name}`);
  await control("year").selectOption(CAR.year);
  await control("make").selectOption(CAR.make);
  await control("model").selectOption(CAR.model);
  await control("city").fill(CAR.city);
  await control("province").selectOption(CAR.province);
}
