import { data } from "react-router";
import { m } from "#messages/messages.js";

/** One thing to put right: the control it is about, null where it is about no single one. */
export type AccountProblem = { control: string | null; text: string };

/** What a refused form shows again: everything typed but passwords. `form` tells a page's forms apart. */
export type AccountAnswer = {
  form: string;
  problems: AccountProblem[];
  typed: Record<string, string>;
};

type Refusal = Omit<AccountAnswer, "typed"> & { typed?: Record<string, string> };

/** 422, in words. */
export function refused({ form, problems, typed = {} }: Refusal) {
  return data<AccountAnswer>({ form, problems, typed }, { status: 422 });
}

/** The demonstration's accounts are everybody's: what would lock the others out is for one's own. */
export function keptForTheDemo(form: string) {
  return refused({ form, problems: [{ control: null, text: m.account_demo_kept() }] });
}

/** 429, and when to come back. */
export function tooManyTries(form: string, retryAfterSeconds: number, typed = {}) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const text =
    minutes === 1 ? m.account_too_many_minute() : m.account_too_many_minutes({ minutes });
  return data<AccountAnswer>(
    { form, problems: [{ control: null, text }], typed },
    { status: 429, headers: { "retry-after": String(retryAfterSeconds) } },
  );
}
