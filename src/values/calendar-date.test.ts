import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dateParts,
  daysAfter,
  isRealDate,
  readDateParts,
  readIsoDate,
  readMonth,
} from "./calendar-date.ts";

describe("months", () => {
  test.each([
    [["1", "01", "jan", "Jan.", "january", "janv.", "janvier", "JANVIER"], 1],
    [["2", "feb", "fév.", "fev", "février", "February"], 2],
    [["3", "mar", "mars", "March"], 3],
    [["apr", "avr.", "avril"], 4],
    [["5", "may", "mai"], 5],
    [["jun", "june", "juin"], 6],
    [["jul", "july", "juil.", "juillet"], 7],
    [["8", "08", "aug", "août", "Aout", "AOÛT"], 8],
    [["sep", "sept.", "septembre"], 9],
    [["oct", "octobre"], 10],
    [["nov", "novembre"], 11],
    [["12", "dec", "déc.", "décembre", "December"], 12],
  ])("%j are month %i", (texts, month) => {
    for (const text of texts) expect(readMonth(text)).toBe(month);
  });

  test.each(["0", "13", "ja", "jui", "smarch", "1.5", "-1", "", "januaryy"])(
    "%j is no month",
    (text) => expect(readMonth(text)).toBeNull(),
  );
});

describe("three fields", () => {
  test.each([
    ["1", "jan", "1990", "1990-01-01"],
    ["01", "01", "1990", "1990-01-01"],
    [" 29 ", "févr.", "2008", "2008-02-29"],
    ["31", "août", "1955", "1955-08-31"],
  ])("%s %s %s is %s", (day, month, year, date) => {
    expect(readDateParts({ day, month, year })).toEqual({ ok: true, date });
  });

  test.each([
    ["31", "2", "2000", ["day"]],
    ["29", "2", "1900", ["day"]],
    ["29", "2", "2007", ["day"]],
    ["31", "4", "1990", ["day"]],
    ["0", "1", "1990", ["day"]],
    ["1", "13", "1990", ["month"]],
    ["1", "jui", "1990", ["month"]],
    ["1", "1", "90", ["year"]],
    ["1", "1", "0000", ["year"]],
    ["1.5", "x", "19O0", ["day", "month", "year"]],
  ])("%s %s %s is not real, by its %s", (day, month, year, parts) => {
    expect(readDateParts({ day, month, year })).toEqual({ ok: false, code: "not_real", parts });
  });

  test("what is missing is named", () => {
    const nothing = { day: "", month: " ", year: "" };
    expect(readDateParts(nothing)).toEqual({ ok: false, code: "empty" });
    expect(readDateParts({ ...nothing, month: "5" })).toEqual({
      ok: false,
      code: "missing",
      parts: ["day", "year"],
    });
  });
});

describe("one field", () => {
  test.each(["1990-01-31", "2008-02-29", " 2000-12-01 "])("%j is real", (text) =>
    expect(readIsoDate(text)).toEqual({ ok: true, date: text.trim() }),
  );
  test.each(["1990-1-1", "1990-02-30", "31-01-1990", "1990-01-01T00:00", "soon"])(
    "%j is not",
    (text) => expect(readIsoDate(text)).toMatchObject({ ok: false, code: "not_real" }),
  );
  test("blank is empty", () => expect(readIsoDate(" ")).toEqual({ ok: false, code: "empty" }));
});

test("the calendar is the platform's own, and parts write back", () => {
  const part = (max: number) => fc.integer({ min: 0, max });
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 9999 }), part(14), part(33), (year, month, day) => {
      const platform = new Date(Date.UTC(year, month - 1, day));
      const isReal = platform.getUTCMonth() === month - 1 && platform.getUTCDate() === day;
      expect(isRealDate(year, month, day)).toBe(isReal);
      if (!isReal) return;
      const date = platform.toISOString().slice(0, 10);
      expect(readDateParts(dateParts(date))).toEqual({ ok: true, date });
    }),
  );
});

test.each([
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-11-21", 60, "2027-01-20"],
])("%s and %i days is %s", (day, days, later) => {
  expect(daysAfter(day, days)).toBe(later);
});
