import { expect } from "vitest";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import type { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { visitWizard } from "./visit-wizard.fixture.ts";

type Browser = ReturnType<typeof browser>;
type Fields = Readonly<Record<string, string>>;

export const SLUGS = preApprovalForm.steps.map(({ slug }) => slug);

export const { open, post } = visitWizard(preApprovalForm);

/** The applicant's answers to one step. */
export function fillFields(slug: string): Fields {
  const step = preApprovalForm.steps.find((each) => each.slug === slug);
  const names: readonly string[] = step?.questions.map(({ name }) => name) ?? [];
  return Object.fromEntries(Object.entries(APPLICANT).filter(([name]) => names.includes(name)));
}

/** Answers every step before `slug`, with the panel between 11 and 12 and what is ticked on it. */
export async function walkTo(visitor: Browser, slug: string, ticked: Fields = {}): Promise<void> {
  for (const each of SLUGS.slice(0, SLUGS.indexOf(slug as (typeof SLUGS)[number]))) {
    const { status, location } = await post(visitor, each, fillFields(each));
    expect({ each, status }).toEqual({ each, status: 303 });
    if (location?.endsWith("/qualified")) await post(visitor, "qualified", ticked);
  }
}
