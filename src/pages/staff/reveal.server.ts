import { data } from "react-router";
import { recordRefusal, toActor } from "#domain/audit/record-audit.server.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import {
  type Reveal,
  revealSealedAnswer,
  type RevealRefusal,
  REVEALS_A_DAY,
} from "#domain/lead/reveal-sealed.server.ts";
import { REVEAL_REASON_LENGTH } from "#domain/lead/staff-notes.form.ts";
import { giveSealedView } from "#domain/lead/sealed-view.server.ts";
import { m } from "#messages/messages.js";
import type { SignedInUser } from "#platform/request/visitor.server.ts";

/** One sealed answer, shown once; or why it is not shown, with the reason as typed. */
export type RevealResult = { question: string } & (
  | { ok: true; value: string }
  | { ok: false; text: string; reason: string }
);

const STATUS_OF: Record<RevealRefusal, number> = {
  not_found: 404,
  reason_too_short: 422,
  reason_too_long: 422,
  reason_unreadable: 422,
  reason_holds_sin: 422,
  too_many: 429,
  forgotten: 410,
  not_given: 404,
};

/** Opens a sealed answer for a page; the caller has checked the permission and the fresh factor. */
export async function handleReveal({ by, ...reveal }: Reveal & { by: SignedInUser }) {
  const { question, reason } = reveal;
  const result = await revealSealedAnswer(reveal, by, (name) => findLeadForm(name)?.form);
  if (result.ok) {
    const value = question === "sinNumber" ? groupSin(result.value) : result.value;
    return data<RevealResult>({ question, ok: true, value }, { headers: NO_STORE });
  }
  if (result.code === "too_many") {
    const on = { kind: "lead", id: reveal.reference } as const;
    const refused = { action: "sealed_answer_revealed", on, outcome: "refused" } as const;
    await recordRefusal({ by: toActor(by), ...refused });
  }
  const text = describeRefusal(result.code);
  const { retryAfterSeconds } = result;
  return data<RevealResult>(
    { question, ok: false, text, reason },
    {
      status: STATUS_OF[result.code],
      headers: {
        ...NO_STORE,
        ...(retryAfterSeconds && { "retry-after": String(retryAfterSeconds) }),
      },
    },
  );
}

/** In place of a question's name: the form that sends the link to the dealership. */
const SEALED_VIEW = "sealed-view";

/** Sends the lead's dealership a link to the sealed answers, on the same conditions as a reveal. */
export async function handleSealedView(input: {
  reference: string;
  reason: string;
  by: SignedInUser;
}) {
  const { by, reason } = input;
  const result = await giveSealedView(input, by);
  if (result.ok) return data<RevealResult>({ question: SEALED_VIEW, ok: true, value: "" });
  const { code } = result;
  const isOfDealership = code === "no_dealership" || code === "not_agreed";
  const text = isOfDealership ? DEALERSHIP_WORDS[code]() : describeRefusal(code);
  const status = isOfDealership ? 409 : STATUS_OF[code];
  return data<RevealResult>({ question: SEALED_VIEW, ok: false, text, reason }, { status });
}

const DEALERSHIP_WORDS = {
  no_dealership: m.staff_sealed_view_no_dealership,
  not_agreed: m.staff_sealed_view_not_agreed,
};

const NO_STORE = { "cache-control": "no-store" };

function groupSin(sin: string): string {
  return sin.replace(/(\d{3})(?=\d)/g, "$1 ");
}

function describeRefusal(code: RevealRefusal): string {
  switch (code) {
    case "not_found":
      return m.staff_reveal_problem_not_found();
    case "reason_too_short":
      return m.staff_reveal_problem_reason_too_short({ min: REVEAL_REASON_LENGTH.min });
    case "reason_too_long":
      return m.staff_reveal_problem_reason_too_long({ max: REVEAL_REASON_LENGTH.max });
    case "reason_unreadable":
      return m.staff_reveal_problem_reason_unreadable();
    case "reason_holds_sin":
      return m.staff_reveal_problem_reason_holds_sin();
    case "too_many":
      return m.staff_reveal_problem_too_many({ most: REVEALS_A_DAY });
    case "forgotten":
      return m.staff_reveal_problem_forgotten();
    case "not_given":
      return m.staff_reveal_problem_not_given();
  }
}
