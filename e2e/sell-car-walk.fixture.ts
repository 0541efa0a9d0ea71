import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { sellCarFields } from "./program.fixture.ts";

export type Say = (key: string) => string;

const own = (suffix: string) => `sell_car_form_${suffix}`;

/** The options and texts of a step, each by the message key of its label. */
type Step = {
  title: string;
  choose?: Readonly<Record<string, string>>;
  type?: Readonly<Record<string, string>>;
};

/** Steps 1 to 6 of SPEC.md, with one seller's answers; the car itself comes from the offer form. */
export const STEPS: readonly Step[] = [
  {
    title: own("step_car_detail_title"),
    choose: {
      [own("body_type_label")]: "vocabulary_body_type_suv",
      [own("style_label")]: "vocabulary_body_type_hatchback",
      [own("body_trim_label")]: "vocabulary_body_trim_luxury",
      [own("exterior_colour_label")]: "vocabulary_colour_blue",
      [own("interior_colour_label")]: "vocabulary_colour_black",
      [own("transmission_label")]: "vocabulary_transmission_automatic",
    },
  },
  {
    title: own("step_specifications_title"),
    type: { [own("total_run_label")]: "64200" },
  },
  {
    title: own("step_history_title"),
    choose: {
      [own("exterior_damage_label")]: "forms_option_no",
      [own("interior_damage_label")]: "forms_option_no",
      [own("accident_history_label")]: "forms_option_yes",
      [own("smoked_label")]: "forms_option_no",
      [own("windshield_damage_label")]: "forms_option_no",
      [own("key_fobs_label")]: own("key_fobs_option_two_plus"),
    },
  },
  {
    title: own("step_condition_title"),
    choose: {
      [own("tire_replacement_label")]: own("tire_replacement_option_2_to_4_years"),
      [own("brakes_label")]: "forms_option_no",
      [own("mechanical_issues_label")]: "forms_option_no",
      [own("salvage_status_label")]: "forms_option_no",
      [own("ownership_label")]: own("ownership_option_financed"),
    },
  },
  {
    title: own("step_additional_details_title"),
    choose: {
      [own("sell_or_trade_label")]: own("sell_or_trade_option_trade"),
      [own("share_with_dealerships_label")]: own("share_with_dealerships_option_yes"),
    },
  },
  {
    title: own("step_contact_title"),
    type: {
      [own("seller_name_label")]: "Simone Dubé",
      [own("seller_email_label")]: "simone.dube@example.com",
      [own("seller_phone_label")]: "519 555-0147",
    },
  },
];

/** The answers to the offer form, in its order. */
export const CAR = { year: "2021", make: "Toyota", model: "RAV4", city: "Guelph", province: "ON" };

export async function expectStep(page: Page, number: number, say: Say): Promise<void> {
  const title = STEPS[number - 1]?.title ?? own("step_review_title");
  await page.getByRole("heading", { level: 1, name: say(title), exact: true }).waitFor();
  const progress = say("forms_progress")
    .replace("{number}", String(number))
    .replace("{count}", "7");
  expect(await page.getByText(progress, { exact: true }).count()).toBeGreaterThan(0);
}

export async function answerStep(page: Page, number: number, say: Say): Promise<void> {
  const step = STEPS[number - 1];
  const form = page.getByRole("main");
  for (const [question, option] of Object.entries(step?.choose ?? {}))
    await chooseOption(form, say(question), say(option));
  for (const [label, text] of Object.entries(step?.type ?? {}))
    await form.getByLabel(say(label), { exact: true }).fill(text);
}

/**
 * Answers steps as their pages post them without script, with the visitor's own cookies, for tests
 * about what comes after. `path` is the form's path, in the visitor's language.
 */
export async function postSteps(
  page: Page,
  path: string,
  { slugs, answers }: { slugs: readonly string[]; answers: Readonly<Record<string, string>> },
): Promise<void> {
  const all = sellCarFields({ ...answers });
  const { origin } = new URL(page.url());
  for (const { slug, questions } of sellCarForm.steps.filter((step) => slugs.includes(step.slug))) {
    const names = questions.map(({ name }) => name).filter((name) => name in all);
    const answered = await page.request.post(`${path}/${slug}`, {
      form: Object.fromEntries(names.map((name) => [name, all[name] ?? ""])),
      headers: { origin },
      maxRedirects: 0,
    });
    expect([slug, answered.status()]).toEqual([slug, 303]);
  }
}

export async function chooseOption(form: Locator, question: string, option: string): Promise<void> {
  const group = form.getByRole("radiogroup", { name: question, exact: true });
  // An option may have an explanation in a second line.
  const [title = "", meaning] = option.split("\n");
  const name = meaning === undefined ? title : new RegExp(`^${title}`, "u");
  await group.getByRole("radio", { name, exact: true }).check();
}

export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

/** Fills in the offer form, in the dialog or on its page. */
export async function fillOffer(area: Locator, say: Say): Promise<void> {
  const control = (name: string) =>
    area.getByRole("combobox", { name: say(`offer_form_${name}_label`), exact: true });
  await control("year").selectOption(CAR.year);
  await control("make").selectOption(CAR.make);
  await control("model").selectOption(CAR.model);
  await control("city").fill(CAR.city);
  await control("province").selectOption(CAR.province);
}
