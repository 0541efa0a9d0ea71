import { describe, expect, test } from "vitest";
import { formatPercent } from "#values/format.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { type ProvinceCode, provinceName } from "#values/province.ts";
import { type Seller, TAX_RULES } from "#values/tax-rates.ts";
import { findTaxRule } from "#values/tax.ts";
import { findPost, listPosts } from "./posts.server.ts";
import { fillTaxTable } from "./tax-table.ts";

const ARTICLE = "buying-a-used-car-in-canada";
const SELLERS = ["dealer", "private"] as const;
const PROVINCES = [...new Set(TAX_RULES.map(({ province }) => province))];

/** The rates and amounts of a rule as they should be shown, in its order. */
function listFigures(province: ProvinceCode, seller: Seller, locale: Locale): string[] {
  return (findTaxRule({ province, seller }, [])?.taxes ?? []).flatMap(
    ({ ratePercent, exemptUpToCad }) => {
      const steps = typeof ratePercent === "number" ? [[0, ratePercent] as const] : ratePercent;
      const rates = steps.flatMap(([fromCad, percent]) => [
        formatPercent(percent, locale),
        ...(fromCad > 0 ? [formatCad(fromCad, locale)] : []),
      ]);
      return exemptUpToCad === undefined ? rates : [...rates, formatCad(exemptUpToCad, locale)];
    },
  );
}

describe.each(LOCALES)("the table of taxes: %s", (locale) => {
  const { html = "" } = findPost(ARTICLE, { locale, withDrafts: true })?.post ?? {};
  const rows = new Map(
    [...html.matchAll(/<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g)].map(
      ([, name = "", dealer = "", seller = ""]) => [name, { dealer, private: seller }],
    ),
  );

  test("has a row for each province that has rates, and no other", () => {
    const names = PROVINCES.map((province) => provinceName(province, locale));
    expect([...rows.keys()].toSorted()).toEqual(names.toSorted());
  });

  test("has the figures of the rules that the estimates use, in their format", () => {
    for (const province of PROVINCES) {
      for (const seller of SELLERS) {
        const cell = rows.get(provinceName(province, locale))?.[seller] ?? "";
        const shown = cell.match(/\$?\d+(?:[,.\u00a0]\d+)*(?:\u00a0?[%$])?/g) ?? [];
        const expected = listFigures(province, seller, locale);
        expect(shown, `${province} ${seller}`).toEqual(expected);
      }
    }
  });

  test("says which rates are not confirmed, and only of those", () => {
    const words = { en: "(unconfirmed)", fr: "(à confirmer)" }[locale];
    for (const province of PROVINCES) {
      for (const seller of SELLERS) {
        const cell = rows.get(provinceName(province, locale))?.[seller] ?? "";
        const notes = findTaxRule({ province, seller }, [])?.notes ?? [];
        expect(cell.includes(words), `${province} ${seller}`).toBe(notes.includes("unconfirmed"));
      }
    }
  });
});

test("Québec's rate is written as each language writes it", () => {
  expect(fillTaxTable("[[tax-table]]", "en")).toContain(
    "| Quebec | 5% GST + 9.975% QST | 9.975% QST |",
  );
  expect(fillTaxTable("[[tax-table]]", "fr")).toContain("TVQ de 9,975\u00a0%");
});

test("a province that taxes a private sale taxes the book value where it is higher, as the article says", () => {
  const taxes = PROVINCES.flatMap(
    (province) => findTaxRule({ province, seller: "private" }, [])?.taxes ?? [],
  );
  expect(taxes.filter(({ bookValueCounts }) => !bookValueCounts)).toEqual([]);
});

test("a line that asks for another table is a fault", () => {
  expect(() => fillTaxTable("Text\n\n[[tax-tabel]]\n", "en")).toThrow(/tax-tabel/);
});

const FILES = import.meta.glob<string>("/content/blog/*/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const TAXES = {
  GST: "gst",
  TPS: "gst",
  HST: "hst",
  TVH: "hst",
  PST: "pst",
  TVP: "pst",
  RST: "rst",
  TVD: "rst",
  QST: "qst",
  TVQ: "qst",
} as const;
const NAMES = Object.keys(TAXES).join("|");
/** A rate with the tax right before or after it: "HST, 13%", "13 % de TVH". */
const TYPED = new RegExp(
  `(?:(${NAMES}),?\\s\\(?)?(\\d+(?:[.,]\\d+)?)\\s?%(?:\\s(?:de\\s)?(${NAMES}))?`,
  "g",
);
const SPEAKS_OF_TAX = new RegExp(`\\b(?:${NAMES}|tax|taxe)\\b`);

/** The rates that a tax may have or, if no tax is named, the total rates at a dealer. */
function listRates(tax: string | undefined): number[] {
  return PROVINCES.flatMap((province) => {
    const rated = (seller: Seller) =>
      (findTaxRule({ province, seller }, [])?.taxes ?? []).map((each) => ({
        name: each.tax,
        rates:
          typeof each.ratePercent === "number"
            ? [each.ratePercent]
            : each.ratePercent.map(([, rate]) => rate),
      }));
    if (tax === undefined)
      return rated("dealer").reduce((sum, { rates: [rate = 0] }) => sum + rate, 0);
    return SELLERS.flatMap(rated).flatMap(({ name, rates }) =>
      name === TAXES[tax as keyof typeof TAXES] ? rates : [],
    );
  });
}

test("an article that has the table types no rate of its own, and no other one a rate that is not in force", () => {
  expect(Object.keys(FILES)).toHaveLength(2 * listPosts({ locale: "en", withDrafts: true }).length);
  for (const [file, source] of Object.entries(FILES)) {
    const typed = source
      .split("\n")
      .filter((line) => SPEAKS_OF_TAX.test(line))
      .flatMap((line) => [...line.matchAll(TYPED)]);
    const wrong = typed.filter(
      ([, before, rate = "", behind]) =>
        source.includes("[[tax-table]]") ||
        !listRates(before ?? behind).includes(Number(rate.replace(",", "."))),
    );
    expect(
      wrong.map(([text]) => text),
      file,
    ).toEqual([]);
  }
});
