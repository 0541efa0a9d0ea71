import { SELLER_ON_PAGES } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import type { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { expect } from "vitest";
import { visitWizard } from "./visit-wizard.fixture.ts";

type Browser = ReturnType<typeof browser>;
export type Fields = Readonly<Record<string, string>>;

export const SLUGS = sellCarForm.steps.map(({ slug }) => slug);

export const { open, openAddress, post } = visitWizard(sellCarForm);

export const accept = (visitor: Browser) => post(visitor, "terms", {});

/** The seller's answers to one step. */
export function fillFields(slug: string): Fields {
  const step = sellCarForm.steps.find((each) => each.slug === slug);
  const names: readonly string[] = step?.questions.map(({ name }) => name) ?? [];
  const answers = Object.entries(SELLER_ON_PAGES);
  return Object.fromEntries(answers.filter(([name]) => names.includes(name)));
}

export async function walkTo(visitor: Browser, slug: string): Promise<void> {
  for (const each of SLUGS.slice(0, SLUGS.indexOf(slug as (typeof SLUGS)[number]))) {
    const { status } = await post(visitor, each, fillFields(each));
    expect({ each, status }).toEqual({ each, status: 303 });
  }
}

export const listQuestions = (page: unknown) =>
  (page as { view: { questions: readonly { name: string }[] } }).view.questions;

export const submit = (visitor: Browser, fields: Fields) =>
  receivePost(sellCarHandler, rawFields(fields), readVisitor(visitor));
