import { daysAfter, readIsoDate } from "#values/calendar-date.ts";
import { calendarDay, formatDate } from "#values/format.ts";
import * as z from "zod/mini";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/**
 * A day soon, chosen in the browser's own calendar. For a day that people know by heart, such as a
 * birthday, three fields are quicker: `date`.
 */
export interface DayQuestion extends QuestionBase {
  readonly kind: "day";
  /** Counted from today, which is 0. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The first and the last day (YYYY-MM-DD) that will do today. */
function daysOn({ firstDay, lastDay }: DayQuestion, today: string) {
  return { first: daysAfter(today, firstDay), last: daysAfter(today, lastDay) };
}

export const day: QuestionKind<DayQuestion, string> = {
  controls: (question) => [question.name],
  read(raw, question, { today, locale }) {
    const reading = readIsoDate(rawValue(raw, question.name));
    if (!reading.ok) return { ok: false, code: "not_a_date" };
    const { first, last } = daysOn(question, today);
    if (reading.date >= first && reading.date <= last) return { ok: true, value: reading.date };
    const params = { first: formatDate(first, locale), last: formatDate(last, locale) };
    return { ok: false, code: "day_limits", params };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value, _question, words) => formatDate(value, words.locale),
  exportValue: (value) => value,
  stored: () => z.iso.date(),
  jsonSchema: (question) => ({ [question.name]: { type: "string", format: "date" } }),
  view(question, typed, _words, today) {
    const { first, last } = daysOn(question, today);
    return {
      control: "input",
      type: "date",
      value: rawValue(typed, question.name),
      min: first,
      max: last,
    };
  },
  examples(question, now) {
    const today = calendarDay(now);
    const { first, last } = daysOn(question, today);
    return [
      { raw: { [question.name]: first } },
      { raw: { [question.name]: last } },
      { raw: { [question.name]: daysAfter(first, -1) }, fieldError: "day_limits" },
      { raw: { [question.name]: daysAfter(last, 1) }, fieldError: "day_limits" },
      { raw: { [question.name]: "2026-02-31" }, fieldError: "not_a_date" },
      { raw: { [question.name]: "soon" }, fieldError: "not_a_date" },
    ];
  },
};
