import { expect, test } from "vitest";
import { daysAfter } from "#values/calendar-date.ts";
import { defineForm } from "#forms/define-form.ts";
import { rawFields } from "./raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { readOne, showOne, viewOne } from "#forms/one-question.fixture.ts";
import type { DateQuestion } from "./date.ts";

const birthday: DateQuestion = {
  kind: "date",
  name: "dateOfBirth",
  must: "be a birthday",
  minimumAge: 18,
  autocomplete: "bday",
};

const inParts = (day: string, month: string, year: string) => ({
  "dateOfBirth-day": day,
  "dateOfBirth-month": month,
  "dateOfBirth-year": year,
});

test.each([
  ["1990-03-31", "1990-03-31"],
  ["1990-02-30", "!not_a_date"],
  ["31/03/1990", "!not_a_date"],
  // Eighteen now, tomorrow, in nine years; the day is Toronto's.
  ["2008-11-21", "2008-11-21"],
  ["2008-11-22", "!under_age"],
  ["2026-11-22", "!date_not_past"],
  ["1899-01-01", "!date_too_long_ago"],
  ["", "!missing"],
])("reads %j as %j", (typed, expected) => {
  expect(readOne(birthday, typed)).toBe(expected);
});

// 04:30 in UTC is half past midnight in Halifax, half past eleven in Toronto.
test.each([
  ["NS", "2026-11-22T04:30:00Z", "2026-11-22"],
  ["NL", "2026-11-22T03:29:00Z", "2026-11-21"],
  ["NL", "2026-11-22T03:30:00Z", "2026-11-22"],
  ["ON", "2026-11-22T04:30:00Z", "2026-11-21"],
  ["BC", "2026-07-22T06:59:00Z", "2026-07-21"],
  ["BC", "2026-07-22T07:00:00Z", "2026-07-22"],
  // Both changes of the clocks, and the ends of February and of the year.
  ["ON", "2026-03-08T04:59:00Z", "2026-03-07"],
  ["ON", "2026-03-09T03:59:00Z", "2026-03-08"],
  ["ON", "2026-11-01T03:59:00Z", "2026-10-31"],
  ["ON", "2026-11-02T04:59:00Z", "2026-11-01"],
  ["ON", "2028-02-29T23:30:00Z", "2028-02-29"],
  ["ON", "2027-01-01T04:30:00Z", "2026-12-31"],
  [undefined, "2026-11-22T04:30:00Z", "2026-11-21"],
])("in %s at %s the latest birthday is %s", (province, instant, day) => {
  const form = defineForm({
    name: "newborn",
    version: 1,
    basePath: "/newborn",
    messagePrefix: "newborn",
    steps: [
      {
        slug: "all",
        questions: [
          { kind: "province", name: "province", optional: true },
          { ...birthday, minimumAge: 0, dayIn: "province" },
        ],
      },
    ],
  });
  const listErrors = (dateOfBirth: string) => {
    const raw = rawFields({ dateOfBirth, ...(province && { province }) });
    const reading = readForm(form, raw, { now: new Date(instant), locale: "en" });
    return reading.ok ? [] : reading.fieldErrors.map(({ code }) => code);
  };
  expect(listErrors(day)).toEqual([]);
  expect(listErrors(daysAfter(day, 1))).toEqual(["date_not_past"]);
});

test.each([
  ["1", "jan", "1990", "1990-01-01"],
  ["01", "1", "1990", "1990-01-01"],
  ["15", "août", "1990", "1990-08-15"],
  ["29", "2", "1991", "!not_a_date"],
  ["", "2", "1991", "!date_day_missing"],
  ["1", "", "1991", "!date_month_missing"],
  ["1", "2", "", "!date_year_missing"],
  ["1", "2", "91", "!not_a_date"],
  ["", "", "", "!missing"],
])("reads %j %j %j as %j", (day, month, year, expected) => {
  expect(readOne(birthday, inParts(day, month, year))).toBe(expected);
});

test("shows a day in words, and of a sealed one the year only", () => {
  expect(showOne(birthday, "1990-03-31", "en")).toBe("March 31, 1990");
  expect(showOne(birthday, "1990-03-31", "fr")).toBe("31 mars 1990");
  expect(showOne({ ...birthday, sealed: true }, "1990-03-31", "en")).toBe("•• •• 1990");
});

test("fills its three fields from a whole date, and keeps what was typed in them", () => {
  expect(viewOne(birthday, { dateOfBirth: "1990-03-31" }, "en")).toMatchObject({
    parts: [
      { id: "dateOfBirth-day", label: "Day", value: "31", autocomplete: "bday-day" },
      { label: "Month", value: "3" },
      { label: "Year", value: "1990" },
    ],
  });
  expect(viewOne(birthday, inParts("31", "feb", "x"), "fr")).toMatchObject({
    parts: [{ value: "31" }, { value: "feb" }, { value: "x" }],
  });
});
