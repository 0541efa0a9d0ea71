import type { Page } from "playwright-core";
import { expect } from "vitest";

type Say = (key: string) => string;

type Step = {
  /** The message key of the step's `<h1>`. */
  title: string;
  /** The message keys of the options to choose, or of labels with the text to type. */
  answer: { choose: string[] } | { type: Record<string, string> };
};

const own = (suffix: string) => `pre_approval_form_${suffix}`;

/** The 16 questions in SPEC.md's order, with one applicant's answers. */
export const STEPS: readonly Step[] = [
  { title: own("car_type_label"), answer: { choose: [own("car_type_option_suv")] } },
  { title: own("budget_label"), answer: { choose: [own("budget_option_400_499")] } },
  { title: own("trade_in_label"), answer: { choose: ["forms_option_no"] } },
  {
    title: own("credit_rating_label"),
    answer: { choose: [own("credit_rating_option_very_good")] },
  },
  {
    title: own("employment_status_label"),
    answer: { choose: [own("employment_status_option_employed")] },
  },
  {
    title: own("income_details_label"),
    answer: { choose: [own("income_details_option_annual_salary")] },
  },
  {
    title: own("annual_income_label"),
    answer: { type: { [own("annual_income_label")]: "64000" } },
  },
  {
    title: own("step_income_length_title"),
    answer: { type: { [own("income_years_label")]: "4", [own("income_months_label")]: "2" } },
  },
  {
    title: own("step_workplace_title"),
    answer: {
      type: {
        [own("company_name_label")]: "Acier Prairie & Fils",
        [own("job_title_label")]: "Soudeuse",
      },
    },
  },
  {
    title: own("monthly_income_label"),
    answer: { type: { [own("monthly_income_label")]: "5400" } },
  },
  {
    title: own("vehicle_location_label"),
    answer: { type: { [own("vehicle_location_label")]: "Calgary, AB" } },
  },
  {
    title: own("step_address_length_title"),
    answer: {
      type: { [own("years_at_address_label")]: "3", [own("months_at_address_label")]: "0" },
    },
  },
  { title: own("home_status_label"), answer: { choose: [own("home_status_option_own")] } },
  {
    title: own("step_citizenship_title"),
    answer: { choose: [own("citizenship_option_citizen"), "forms_option_yes"] },
  },
  {
    title: own("date_of_birth_label"),
    answer: {
      type: { forms_date_day: "5", forms_date_month: "6", forms_date_year: "1987" },
    },
  },
  {
    title: own("step_contact_title"),
    answer: {
      type: {
        [own("first_name_label")]: "Chloé",
        [own("last_name_label")]: "Gagnon",
        [own("email_label")]: "chloe.gagnon@example.com",
        [own("phone_number_label")]: "403 555-0147",
      },
    },
  },
];

/** The step after which Next opens the panel of the qualified. */
export const PANEL_AFTER_STEP = 11;

export async function expectStep(page: Page, number: number, say: Say): Promise<void> {
  const step = STEPS[number - 1];
  if (!step) throw new Error(`There is no step ${number}.`);
  await page.getByRole("heading", { level: 1, name: say(step.title) }).waitFor();
  const progress = say("forms_progress")
    .replace("{number}", String(number))
    .replace("{count}", "16");
  expect(await page.getByText(progress, { exact: true }).count()).toBeGreaterThan(0);
}

/** Answers the step that is open, without pressing Next. */
export async function answerStep(page: Page, number: number, say: Say): Promise<void> {
  const answer = STEPS[number - 1]?.answer;
  if (answer && "choose" in answer) {
    for (const option of answer.choose) {
      // By keyboard, because a tap would continue to the next step.
      await page.getByRole("radio", { name: say(option), exact: true }).press("Space");
    }
  }
  if (answer && "type" in answer) {
    for (const [label, text] of Object.entries(answer.type)) {
      await page.getByLabel(say(label), { exact: true }).fill(text);
    }
  }
}

/**
 * Ticks the boxes on the panel: to be contacted, and to be shared with the dealership that it
 * names.
 */
export async function tickBoxes(page: Page, say: Say): Promise<void> {
  const [, named = ""] = say("pre_approval_qualified_share").split(/\{dealership\}|\{classes\}/);
  const [, noOther = ""] = named.split(",");
  const boxes = page.getByRole("group", { name: say("pre_approval_qualified_boxes") });
  await boxes.getByRole("checkbox", { name: say("pre_approval_qualified_contact") }).check();
  await boxes.getByRole("checkbox", { name: noOther.trim() }).check();
}

export const pressNext = (page: Page, say: Say) =>
  page.getByRole("button", { name: say("forms_next"), exact: true }).click();
