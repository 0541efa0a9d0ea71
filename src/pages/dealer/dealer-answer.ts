import { data } from "react-router";
import { m } from "#messages/messages.js";

/** One thing to put right: the control it is about, null where it is about no single one. */
export type DealerProblem = { control: string | null; text: string };

/** What a refused form shows again: everything typed. `form` tells a page's forms apart. */
export type DealerAnswer = {
  form: string;
  problems: DealerProblem[];
  typed: Record<string, string>;
};

type Refusal = Omit<DealerAnswer, "typed"> & { typed?: Record<string, string> };

/** 422, in words. */
export function refused({ form, problems, typed = {} }: Refusal) {
  return data<DealerAnswer>({ form, problems, typed }, { status: 422 });
}

/** 429, and when to come back. */
export function tooManyTries(form: string, retryAfterSeconds: number, typed = {}) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const text =
    minutes === 1 ? m.account_too_many_minute() : m.account_too_many_minutes({ minutes });
  return data<DealerAnswer>(
    { form, problems: [{ control: null, text }], typed },
    { status: 429, headers: { "retry-after": String(retryAfterSeconds) } },
  );
}
