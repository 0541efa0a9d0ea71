import type { FormDeclaration, Step } from "#forms/define-form.ts";
import { showAnswer } from "#domain/lead/correct-answer.server.ts";
import type { SubmissionCorrection } from "#domain/lead/submission-correction.table.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { isAsked } from "#forms/steps.ts";
import { kindOf, type Question } from "#forms/questions/kinds.ts";
import { rowKey, stepKey, titleQuestion, questionName, wordsFor } from "#forms/words.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { translateIn } from "#forms/translate.server.ts";
import { formatDate } from "#values/format.ts";
import { formatCarName } from "#values/car-name.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";

export type AnswerRow = {
  /** The name of the question, by which a sealed answer is opened. */
  question: string;
  name: string;
  value: string;
  isSealed: boolean;
  /** The viewer may not see it: `value` only says so. */
  isWithheld?: true;
  /** A link to ask for access to an answer that is sealed or withheld. */
  ask?: { text: string; path: string };
  /** A link on the value, for a car that is still listed. */
  path?: string;
  /** One text per correction at the person's request: its date, and the earlier answer. */
  corrected?: string[];
};
export type AnsweredStep = { slug: string; title: string; rows: AnswerRow[] };

const MASK = "••••";

/** The car that an answer names by its listing, as a text. */
export type AnsweredCar = { text: string; path: string | null };

/** The answer that holds the listing's name; another question holds its id. */
const LISTING_NAME = "listingName";
/** Questions whose answer is shown with the car as it is listed today. */
const CAR_QUESTIONS = [LISTING_NAME, "productId"];

type Options = {
  hasSealedAnswers: boolean;
  locale: Locale;
  /** From `findAnsweredCar`: a listing's id is never shown to people. */
  car: AnsweredCar | null;
  /** The questions whose answers the viewer may not see; absent if there are none. */
  isWithheld?: (question: string) => boolean;
  /** How the viewer asks to see a sealed or withheld answer. */
  ask?: (row: Pick<AnswerRow, "name" | "isSealed">) => AnswerRow["ask"];
  /** Oldest first. */
  corrections?: readonly SubmissionCorrection[];
};

/** "2017 Ford Escape SE · $14,900" with the path of its listing, or that it is no longer listed. */
export async function findAnsweredCar(
  stored: unknown,
  locale: Locale,
): Promise<AnsweredCar | null> {
  const answers = asAnswers(stored);
  const id = answers["listing"] ?? answers["productId"];
  if (typeof id !== "string") return null;
  const listing = await findPostedListing(id);
  if (!listing)
    return { text: m.staff_car_gone({ car: nameCar(answers, locale) }, { locale }), path: null };
  const car = formatCarName(listing, locale);
  const price = formatCad(listing.priceCad, locale);
  switch (listing.state) {
    case "live":
      return { text: `${car} · ${price}`, path: paths.listing(id) };
    case "sold":
      return { text: m.staff_car_sold({ car, price }, { locale }), path: paths.listing(id) };
    default:
      return { text: m.staff_car_gone({ car }, { locale }), path: null };
  }
}

/** The name in the answers themselves, for a car whose listing was erased. */
function nameCar(answers: Answers, locale: Locale): string {
  const text = (name: string) => {
    const result = answers[name];
    return typeof result === "string" ? result : null;
  };
  const car = { year: text("year"), make: text("make"), model: text("model"), trim: text("trim") };
  return text(LISTING_NAME) ?? formatCarName(car, locale);
}

/** The answers as entered, by step, as texts; sealed ones are masked without being opened. */
export function viewAnswers(
  form: FormDeclaration,
  stored: unknown,
  options: Options,
): AnsweredStep[] {
  const answers = asAnswers(stored);
  return form.steps.flatMap((step) => {
    const rows: AnswerRow[] = [];
    let lastRow: string | undefined;
    for (const question of step.questions) {
      const row = viewAnswer(form, question, answers, options);
      if (!row) continue;
      const previous = rows.at(-1);
      if (previous && question.row !== undefined && question.row === lastRow) {
        if (previous.isWithheld && row.isWithheld) continue;
        // "Noah Tremblay", "4 years 2 months", and "Calgary, Alberta".
        previous.value += (question.kind === "province" ? ", " : " ") + row.value;
        if (row.corrected) previous.corrected = [...(previous.corrected ?? []), ...row.corrected];
      } else rows.push(row);
      lastRow = question.row;
    }
    return rows.length > 0
      ? [{ slug: step.slug, title: formatTitle(form, step, options), rows }]
      : [];
  });
}

/** What the list shows besides the city. The car of the answers is between the two. */
const SUMMARY_BEFORE_CAR = [LISTING_NAME, "carType", "budget"];
const SUMMARY_AFTER_CAR = ["vin", "subject"];

/** "SUVs", "$400 - 499 / Month", "2018 Honda Civic": a short summary of the request. */
export function summarizeRequest(form: FormDeclaration, stored: unknown, locale: Locale): string[] {
  const answers = asAnswers(stored);
  const questions = form.steps.flatMap((step): readonly Question[] => step.questions);
  const word = (wanted: string) => {
    const question = questions.find(({ name }) => name === wanted);
    const options = { hasSealedAnswers: false, locale, car: null };
    return question ? (viewAnswer(form, question, answers, options)?.value ?? "") : "";
  };
  return [
    ...SUMMARY_BEFORE_CAR.map(word),
    formatCarName({ year: word("year"), make: word("make"), model: word("model") }, locale),
    ...SUMMARY_AFTER_CAR.map(word),
  ].filter((part) => part !== "");
}

function viewAnswer(
  form: FormDeclaration,
  question: Question,
  answers: Answers,
  options: Options,
): AnswerRow | null {
  const row = viewCurrentAnswer(form, question, answers, options);
  if (options.isWithheld?.(question.name)) {
    // Neither the answer nor the earlier ones: a mask stands for all of them.
    if (!row) return null;
    return {
      question: row.question,
      name: row.name,
      value: `${MASK} ${m.access_withheld({}, { locale: options.locale })}`,
      isSealed: false,
      isWithheld: true,
      ...withAsk(row, options),
    };
  }
  const { locale, corrections = [] } = options;
  const none = m.staff_answer_none({}, { locale });
  const corrected = corrections
    .filter((each) => each.question === question.name)
    .map(({ at, before }) => {
      const date = formatDate(at, locale);
      const was = showAnswer(form, question, before, locale) ?? none;
      return m.staff_answer_corrected({ date, before: was }, { locale });
    });
  if (corrected.length === 0) return row;
  if (row) return { ...row, corrected };
  const name = questionName(form, question, translateIn(locale));
  return { question: question.name, name, value: none, isSealed: false, corrected };
}

function withAsk(row: AnswerRow, { ask }: Pick<Options, "ask">): Pick<AnswerRow, "ask"> {
  const way = ask?.(row);
  return way ? { ask: way } : {};
}

function viewCurrentAnswer(
  form: FormDeclaration,
  question: Question,
  answers: Answers,
  { hasSealedAnswers, locale, car, ask }: Options,
): AnswerRow | null {
  const translate = translateIn(locale);
  const name = question.row
    ? translate(rowKey(form, question.row))
    : questionName(form, question, translate);
  if (question.sealed) {
    if (!hasSealedAnswers || !isAsked(question, answers)) return null;
    // Masked even if an optional answer is empty: only opening the blob would tell, and it stays
    // sealed.
    const row = { question: question.name, name, value: MASK, isSealed: true };
    return { ...row, ...withAsk(row, { ask }) };
  }
  const stored = answers[question.name];
  if (stored === undefined) return null;
  if (question.name === "listing") return null;
  if (car && CAR_QUESTIONS.includes(question.name)) {
    const { text, path } = car;
    return {
      question: question.name,
      name,
      value: text,
      isSealed: false,
      ...(path !== null && { path }),
    };
  }
  const kind = kindOf(question);
  const parsed = kind.stored(question).safeParse(stored);
  const value = parsed.success
    ? kind.show(parsed.data, question, wordsFor(form, question, { translate, locale }))
    : JSON.stringify(stored);
  return { question: question.name, name, value, isSealed: false };
}

function formatTitle(form: FormDeclaration, step: Step, { locale }: { locale: Locale }): string {
  const translate = translateIn(locale);
  const titled = titleQuestion(step);
  return titled ? questionName(form, titled, translate) : translate(stepKey(form, step, "title"));
}

function asAnswers(stored: unknown): Answers {
  return typeof stored === "object" && stored !== null ? (stored as Answers) : {};
}
