import { type DatePart, dateParts, readDateParts, readIsoDate } from "#values/calendar-date.ts";
import { checkDateOfBirth } from "#values/date-of-birth.ts";
import { calendarDay, formatDate } from "#values/format.ts";
import { isProvince, provinceTimeZone } from "#values/province.ts";
import * as z from "zod/mini";
import type {
  Answers,
  Example,
  QuestionBase,
  QuestionKind,
  QuestionReadContext,
  ReadResult,
} from "./question-kind.ts";
import { isBlank, rawValue, type RawFields } from "./raw-fields.ts";

/**
 * A day, as three text fields `x-day`, `x-month`, `x-year`; a direct post may send `x=YYYY-MM-DD`.
 * A birthday under the minimum age gives the code `under_age`, for which pages have a text of their
 * own.
 */
export interface DateQuestion extends QuestionBase {
  readonly kind: "date";
  readonly must?: "be a birthday" | "be to come";
  /** In years, for a birthday. Default 0. */
  readonly minimumAge?: number;
  /**
   * The earlier question with the person's province: a birthday begins at midnight there. Without
   * an answer to it, the day in `timeZone` counts.
   */
  readonly dayIn?: string;
  /** Default the business's own. */
  readonly timeZone?: string;
}

const parts = ["day", "month", "year"] as const;

const nameControl = (question: DateQuestion, part: DatePart) => `${question.name}-${part}`;

const nameControls = (question: DateQuestion) => parts.map((part) => nameControl(question, part));

export const date: QuestionKind<DateQuestion, string> = {
  // The three fields come first, because errors link to them.
  controls: (question) => [...nameControls(question), question.name],
  read(raw, question, context) {
    const reading = readFields(raw, question);
    if (reading.ok) return checked(reading.date, question, context);
    if (reading.code === "missing") {
      const [part = "day"] = reading.parts;
      return { ok: false, code: `date_${part}_missing`, control: nameControl(question, part) };
    }
    const [part = "day"] = reading.code === "not_real" ? reading.parts : [];
    return { ok: false, code: "not_a_date", control: nameControl(question, part) };
  },
  write: (value, question) => ({ [question.name]: value }),
  // The year is enough to recognise one's own birthday.
  show: (value, question, words) =>
    question.sealed ? `•• •• ${value.slice(0, 4)}` : formatDate(value, words.locale),
  exportValue: (value) => value,
  stored: () => z.iso.date(),
  jsonSchema: (question) => ({
    [question.name]: {
      type: "string",
      format: "date",
      description: "Or as three fields, -day, -month and -year.",
    },
  }),
  view(question, typed, words) {
    const fields = typedParts(typed, question);
    return {
      control: "parts",
      parts: parts.map((part) => ({
        name: nameControl(question, part),
        id: nameControl(question, part),
        label: words.engineText(`forms_date_${part}`),
        value: fields[part],
        autocomplete: question.autocomplete && `${question.autocomplete}-${part}`,
        // A month may be typed by name.
        size: part === "year" ? 4 : part === "month" ? 10 : 2,
      })),
    };
  },
  examples: (question, now) => [
    ...(question.must === "be a birthday"
      ? birthdayExamples(question, now)
      : [{ raw: { [question.name]: `${Number(calendarDay(now).slice(0, 4)) + 4}-06-30` } }]),
    ...(question.must === "be to come" ? pastExamples(question, now) : []),
    { raw: { [question.name]: "1990-02-31" }, fieldError: "not_a_date" },
    { raw: { [question.name]: "soon" }, fieldError: "not_a_date" },
    { raw: typedAs(question, "31", "", "1990"), fieldError: "date_month_missing" },
    question.must === "be to come"
      ? { raw: typedAs(question, "1", "janv.", "1990"), fieldError: "date_not_to_come" }
      : { raw: typedAs(question, "1", "janv.", "1990") },
    { raw: typedAs(question, "31", "02", "1990"), fieldError: "not_a_date" },
  ],
};

/** The three fields where any is filled; else the whole date of a direct post. */
function readFields(raw: RawFields, question: DateQuestion) {
  if (isBlank(raw, nameControls(question))) return readIsoDate(rawValue(raw, question.name));
  return readDateParts(typedParts(raw, question));
}

function typedParts(raw: RawFields, question: DateQuestion): Record<DatePart, string> {
  const whole = readIsoDate(rawValue(raw, question.name));
  if (whole.ok && isBlank(raw, nameControls(question))) return dateParts(whole.date);
  const part = (name: DatePart) => rawValue(raw, nameControl(question, name));
  return { day: part("day"), month: part("month"), year: part("year") };
}

function checked(
  value: string,
  question: DateQuestion,
  { now, answers, today }: QuestionReadContext,
): ReadResult<string> {
  if (question.must === "be to come" && value <= today)
    return { ok: false, code: "date_not_to_come", control: nameControl(question, "year") };
  if (question.must !== "be a birthday") return { ok: true, value };
  const age = question.minimumAge ?? 0;
  const day = calendarDay(now, findTimeZone(question, answers));
  const check = checkDateOfBirth(value, day, age);
  if (check.ok) return { ok: true, value };
  if (check.code === "under_age")
    return { ok: false, code: "under_age", params: { age }, control: nameControl(question, "day") };
  const code = check.code === "in_the_future" ? "date_not_past" : "date_too_long_ago";
  return { ok: false, code, control: nameControl(question, "year") };
}

function findTimeZone({ dayIn, timeZone }: DateQuestion, answers: Answers): string | undefined {
  const location = dayIn === undefined ? undefined : answers[dayIn];
  const province = typeof location === "object" ? location.province : location;
  return isProvince(province) ? provinceTimeZone(province) : timeZone;
}

function typedAs(question: DateQuestion, day: string, month: string, year: string) {
  return {
    [nameControl(question, "day")]: day,
    [nameControl(question, "month")]: month,
    [nameControl(question, "year")]: year,
  };
}

/** Today is not in the future, tomorrow is. */
function pastExamples(question: DateQuestion, now: Date): readonly Example[] {
  const tomorrow = calendarDay(new Date(now.getTime() + 86_400_000));
  return [
    { raw: { [question.name]: tomorrow } },
    { raw: { [question.name]: calendarDay(now) }, fieldError: "date_not_to_come" },
  ];
}

/** The day somebody comes of age, and the day before it. */
function birthdayExamples(question: DateQuestion, now: Date): readonly Example[] {
  const age = question.minimumAge ?? 0;
  const { timeZone } = question;
  const year = calendarDay(now, timeZone).slice(0, 4);
  // Most years have no 29 February: a day before or after is used instead.
  const monthDay = calendarDay(now, timeZone).slice(5).replace("02-29", "02-28");
  const inADay = new Date(now.getTime() + 86_400_000);
  const tomorrow = calendarDay(inADay, timeZone).slice(5).replace("02-29", "03-01");
  return [
    { raw: { [question.name]: `${Number(year) - age - 1}-${monthDay}` } },
    { raw: { [question.name]: `${Number(year) - age}-${monthDay}` } },
    {
      raw: { [question.name]: `${Number(year) - age}-${tomorrow}` },
      fieldError: age > 0 ? "under_age" : "date_not_past",
    },
    { raw: { [question.name]: `${Number(year) + 1}-01-01` }, fieldError: "date_not_past" },
    { raw: { [question.name]: "1850-01-01" }, fieldError: "date_too_long_ago" },
  ];
}
