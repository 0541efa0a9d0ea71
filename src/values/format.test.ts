import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calendarDay,
  formatDate,
  formatClock,
  formatDateTime,
  formatKm,
  formatNumber,
  formatPercent,
  formatPhone,
  formatTimeAgo,
} from "./format.ts";
import { formatCad, formatCadCents, roundToCents } from "./money.ts";
import { TAX_RULES } from "./tax-rates.ts";

test("numbers, kilometres and rates in both languages", () => {
  expect(formatNumber(62400, "en")).toBe("62,400");
  expect(formatNumber(62400, "fr")).toBe("62\u00a0400");
  expect(formatKm(62400.4, "en")).toBe("62,400\u00a0km");
  expect(formatKm(62400, "fr")).toBe("62\u00a0400\u00a0km");
  expect(formatPercent(7.99, "en")).toBe("7.99%");
  expect(formatPercent(7.99, "fr")).toBe("7,99\u00a0%");
});

test.each([
  [9.975, "9.975%", "9,975\u00a0%"],
  [13, "13%", "13\u00a0%"],
  [6.5, "6.5%", "6,5\u00a0%"],
])("a rate of %d is printed as it is charged", (rate, english, french) => {
  expect(formatPercent(rate, "en")).toBe(english);
  expect(formatPercent(rate, "fr")).toBe(french);
});

test("every rate of the tax table is printed exactly", () => {
  const rates = TAX_RULES.flatMap(({ taxes }) => taxes).flatMap(({ ratePercent }) =>
    typeof ratePercent === "number" ? [ratePercent] : ratePercent.map(([, rate]) => rate),
  );
  expect(rates).toContain(9.975);
  for (const rate of rates) {
    expect(formatPercent(rate, "en")).toBe(`${rate}%`);
    expect(formatPercent(rate, "fr")).toBe(`${String(rate).replace(".", ",")}\u00a0%`);
  }
});

describe("dates", () => {
  const lateEvening = new Date("2026-11-22T04:05:00Z");

  test("an instant is shown as the day and hour of the timezone", () => {
    expect(formatDate(lateEvening, "en")).toBe("November 21, 2026");
    expect(formatDate(lateEvening, "fr")).toBe("21 novembre 2026");
    expect(formatDate(lateEvening, "en", "Europe/Paris")).toBe("November 22, 2026");
    expect(formatDateTime(lateEvening, "en")).toMatch(
      /^Nov\.? 21, 2026, 11:05[\u00a0\u202f]p\.m\.$/,
    );
    expect(formatDateTime(lateEvening, "fr")).toMatch(
      /^21 nov\. 2026, 23[\u00a0\u202f]h[\u00a0\u202f]05$/,
    );
    expect(formatDateTime(lateEvening, "fr", "America/Vancouver")).toContain("20");
  });

  test.each([
    ["18:00", "6:00\u00a0p.m.", "18\u00a0h"],
    ["09:05", "9:05\u00a0a.m.", "9\u00a0h\u00a005"],
    ["00:30", "12:30\u00a0a.m.", "0\u00a0h\u00a030"],
    ["12:00", "12:00\u00a0p.m.", "12\u00a0h"],
  ])("%s on the clock, by itself and after its day", (time, en, fr) => {
    expect(formatClock(time, "en")).toBe(en);
    expect(formatClock(time, "fr")).toBe(fr);
    const instant = new Date(`2026-11-21T${time}:00Z`);
    expect(formatDateTime(instant, "fr", "UTC")).toBe(`21 nov. 2026, ${fr}`);
  });

  test("a calendar day is the same day everywhere", () => {
    expect(formatDate("2008-02-29", "en", "America/Vancouver")).toBe("February 29, 2008");
    expect(formatDate("2008-02-29", "fr", "Asia/Tokyo")).toBe("29 février 2008");
  });

  test("calendarDay gives the day of each hour, before and after clocks change", () => {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Toronto" });
    for (const around of ["1970-01-01", "1974-01-06", "2007-03-11", "2026-03-08", "2026-11-01"]) {
      const start = Date.parse(`${around}T00:00:00Z`);
      for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 29) {
        const instant = new Date(start + minutes * 60_000);
        expect(calendarDay(instant)).toBe(format.format(instant));
      }
    }
    expect(calendarDay(new Date("1894-12-31T12:00:00Z"))).toBe("1894-12-31");
  });

  test("calendarDay gives the day of the timezone", () => {
    expect(calendarDay(lateEvening)).toBe("2026-11-21");
    expect(calendarDay(lateEvening, "UTC")).toBe("2026-11-22");
  });
});

test.each([
  [30, "<\u00a01\u00a0min", "<\u00a01\u00a0min"],
  [-30, "<\u00a01\u00a0min", "<\u00a01\u00a0min"],
  [4 * 60, "4\u00a0min", "4\u00a0min"],
  [59 * 60 + 59, "59\u00a0min", "59\u00a0min"],
  [2 * 3600, "2\u00a0h", "2\u00a0h"],
  [3 * 86400 + 5, "3\u00a0d", "3\u00a0j"],
])("%d s ago", (ageSeconds, en, fr) => {
  const now = new Date("2026-11-21T12:00:00Z");
  const instant = new Date(now.getTime() - ageSeconds * 1000);
  expect(formatTimeAgo(instant, now, "en")).toBe(en);
  expect(formatTimeAgo(instant, now, "fr")).toBe(fr);
});

describe.each([
  ["en", "en-CA"],
  ["fr", "fr-CA"],
] as const)("%s is written as Intl writes it", (locale, tag) => {
  const amounts = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  // Intl writes "-0", which no person does.
  const asIntl = (format: Intl.NumberFormat, value: number) =>
    format.format(value).replace(/^-(?=[^1-9]*$)/, "");

  test("numbers", () => {
    const format = new Intl.NumberFormat(tag);
    fc.assert(
      fc.property(amounts, (value) => {
        expect(formatNumber(value, locale)).toBe(asIntl(format, value));
      }),
    );
  });

  test("dollars", () => {
    const currency = { style: "currency", currency: "CAD" } as const;
    const withCents = new Intl.NumberFormat(tag, currency);
    const short = new Intl.NumberFormat(tag, {
      ...currency,
      trailingZeroDisplay: "stripIfInteger",
    });
    fc.assert(
      fc.property(amounts.map(roundToCents), (amountCad) => {
        expect(formatCadCents(amountCad, locale)).toBe(asIntl(withCents, amountCad));
        expect(formatCad(amountCad, locale)).toBe(asIntl(short, amountCad));
        expect(formatCad(Math.round(amountCad), locale)).toBe(asIntl(short, Math.round(amountCad)));
      }),
    );
  });

  test("days", () => {
    const format = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
    const years = { min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(years), (day) => {
        const text = formatDate(day.toISOString().slice(0, 10), locale);
        expect(text.replace(/^1er /, "1 ")).toBe(format.format(day).replace(/^1er /, "1 "));
      }),
    );
  });
});

test("phone numbers are shown as each language writes them", () => {
  expect(formatPhone("+14165550123", "en")).toBe("416-555-0123");
  expect(formatPhone("+15145550123", "fr")).toBe("514\u00a0555-0123");
  expect(formatPhone("+33612345678", "en")).toBe("+33612345678");
});
