import { data } from "react-router";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { listCorrectable, nameQuestions, showAnswer } from "#domain/lead/correct-answer.server.ts";
import { may } from "#domain/identity/permission.ts";
import { isIncome, type LeadForm } from "#domain/lead/lead-form.ts";
import { listStoredAnswers } from "#domain/lead/lead-queries.server.ts";
import type { ActRefusal } from "#domain/privacy-request/act-on-trail.server.ts";
import { correctForPerson } from "#domain/privacy-request/correct-for-person.server.ts";
import { describeTrailKey } from "#domain/privacy-request/privacy-letter.ts";
import type { Trail } from "#domain/privacy-request/trail.ts";
import { describeFieldErrors, type FieldError } from "#forms/field-error.ts";
import type { Question } from "#forms/questions/kinds.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewErrors, viewQuestion } from "#forms/view-form.ts";
import type { FormResult, FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { redirectTo } from "#pages/session/guards.server.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";

/** The form name of a corrected answer's post; its controls are those of the request's form. */
export const ANSWER_CORRECTION = "answer-correction" as const;

/** The parameter that names an answer in the page's address and its post: `K7M2PX4R:city`. */
const CORRECT = "correct";

type Answered = {
  leadForm: LeadForm;
  question: Question;
  /** All answers of its request, as stored. */
  stored: unknown;
};

/** The answers of a trail that can be corrected, by request; the chosen one with its control. */
export async function viewCorrection(
  { items }: Trail,
  { locale, query, user }: { locale: Locale; query: URLSearchParams; user: SignedInUser },
) {
  const references = items.flatMap((item) =>
    item.kind === "lead" && item.leadKind !== "bid" ? [item.id] : [],
  );
  const requests = (await listStoredAnswers(references)).flatMap(
    ({ reference, formName, answers: stored }) => {
      const leadForm = findLeadForm(formName);
      if (!leadForm) return [];
      const questions = listCorrectable(leadForm, stored).filter(({ name: each }) =>
        maySee(user, leadForm, each),
      );
      return [{ reference, leadForm, stored, questions }];
    },
  );
  const [reference, name] = readChoice(query.get(CORRECT));
  const request = requests.find((each) => each.reference === reference);
  const question = request?.questions.find((each) => each.name === name);
  return {
    chosen: request && question ? `${request.reference}:${question.name}` : "",
    requests: requests.map(({ reference: id, leadForm: { form }, questions }) => {
      const names = questions.map((each) => each.name);
      const labels = nameQuestions(form, names, locale);
      return {
        label: describeTrailKey(`lead:${id}`, locale),
        options: names.map((each, index) => ({
          value: `${id}:${each}`,
          label: labels[index] ?? each,
        })),
      };
    }),
    answer: request && question ? viewAnswer({ ...request, question }, locale) : null,
  };
}

export type CorrectionView = Awaited<ReturnType<typeof viewCorrection>>;

function readChoice(choice: string | null): [reference: string, question: string] {
  const [reference = "", question = ""] = (choice ?? "").split(":");
  return [reference, question];
}

/** A sealed answer has no control: its value must not be posted here. */
function viewAnswer(answered: Answered, locale: Locale) {
  const { question, leadForm, stored } = answered;
  if (question.sealed) return { isSealed: true as const };
  const said = showAnswer(leadForm.form, question, record(stored)[question.name], locale);
  return {
    isSealed: false as const,
    now: said ?? m.staff_answer_none({}, { locale }),
    view: viewControl(answered, locale),
  };
}

function record(stored: unknown): Record<string, unknown> {
  return typeof stored === "object" && stored !== null ? { ...stored } : {};
}

/** One question of a form as its page shows it, but without that page's conditions and grouping. */
function viewControl(
  { leadForm: { form }, question, stored }: Answered,
  locale: Locale,
  refused?: { raw: RawFields; fieldErrors: readonly FieldError[] },
): FormView {
  const words = { locale, translate: translateIn(locale) };
  const fieldErrors = refused?.fieldErrors ?? [];
  const step = form.steps.find(({ questions }) => questions.includes(question));
  if (!step) throw new Error(`Form "${form.name}" asks no "${question.name}".`);
  const view = viewQuestion(form, step, question, {
    ...words,
    answers: parseStored(form, stored).answers,
    ...(refused && { typed: refused.raw }),
    fieldErrors,
    today: today(),
  });
  const { showWhen: _always, row: _alone, group: _none, ...shown } = view;
  // Autocomplete would fill in the staff member's own data.
  const isFilledIn = "autocomplete" in shown && shown.autocomplete !== undefined;
  return {
    form: ANSWER_CORRECTION,
    questions: [{ ...shown, labelIsTitle: false, ...(isFilledIn && { autocomplete: "off" }) }],
    hidden: [{ name: "form", value: ANSWER_CORRECTION }],
    errorSummary: viewErrors(describeFieldErrors(form, fieldErrors, words)),
  };
}

/** Saves a corrected answer, or returns it as typed with the form's errors. */
export async function handleCorrection(
  id: string,
  { raw, visitor: { locale } }: { raw: RawFields; visitor: { locale: Locale } },
  user: SignedInUser,
  describeRefusal: (code: ActRefusal) => { problem: string; status: number },
) {
  const [reference, name] = readChoice(rawValue(raw, CORRECT));
  const correction = {
    key: `lead:${reference}`,
    question: name,
    raw,
    context: readContextFor(locale, now()),
  };
  if (!may(user, "seeIncome")) {
    const { leadForm } = await requireAnswered(reference, name);
    if (!maySee(user, leadForm, name)) throw data({ code: "not_permitted" }, { status: 403 });
  }
  const done = await correctForPerson(id, correction, findLeadForm, user);
  if (done.ok) throw redirectTo(`${hrefIn(paths.staffRequest(id))}?done=${done.act.act}`);
  switch (done.code) {
    case "refused_answer": {
      const { fieldErrors } = done;
      const answered = await requireAnswered(reference, name);
      const { form } = answered.leadForm;
      const words = { locale, translate: translateIn(locale) };
      const result: FormResult = {
        ok: false,
        fieldErrors: describeFieldErrors(form, fieldErrors, words),
        view: viewControl(answered, locale, { raw, fieldErrors }),
      };
      return data(result, { status: 422 });
    }
    case "sealed":
      return data({ problem: m.privacy_request_correct_sealed() }, { status: 422 });
    case "unchanged":
      return data({ problem: m.privacy_request_correct_unchanged() }, { status: 422 });
    case "not_correctable":
      return data({ problem: m.privacy_request_correct_gone() }, { status: 409 });
    case "offer_accepted":
      return data({ problem: m.own_request_refused_offer_accepted() }, { status: 409 });
    default: {
      const { problem, status } = describeRefusal(done.code);
      return data({ problem }, { status });
    }
  }
}

/** Who corrects an answer sees what it was. */
function maySee(user: SignedInUser, leadForm: LeadForm, question: string): boolean {
  return may(user, "seeIncome") || !isIncome(leadForm, question);
}

async function requireAnswered(reference: string, name: string): Promise<Answered> {
  const [found] = await listStoredAnswers([reference]);
  const leadForm = found && findLeadForm(found.formName);
  const question =
    leadForm && listCorrectable(leadForm, found.answers).find((each) => each.name === name);
  if (!question) throw data(null, { status: 409 });
  return { leadForm, question, stored: found.answers };
}
