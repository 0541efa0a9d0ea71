import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { BID_MINIMUM_CAD, BID_STEP_CAD } from "#domain/bid/bid.ts";
import { SALE_UNDO_HOURS } from "#domain/listing/listing-state.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { provinceName } from "#values/province.ts";
import {
  findTermsOn,
  findTermsToCome,
  NOTICE_DAYS,
  TERMS_DOCUMENTS,
  TERMS_VERSIONS,
  type TermsVersion,
} from "./terms.ts";
import { readTerms, readTermsFile, writeTermsText } from "./terms-words.server.ts";

const newest = (document: TermsVersion["document"]) =>
  TERMS_VERSIONS.findLast((each) => each.document === document)!;
const inEach = TERMS_VERSIONS.flatMap((version) =>
  LOCALES.map((locale) => [version.id, locale, version] as const),
);

describe("a version of the terms", () => {
  test.each(inEach)("%s in %s has the words that it was published with", (_id, locale, version) => {
    const source = readTermsFile(version, locale);
    const digest = createHash("sha256").update(source).digest("hex");
    // A text that somebody accepted must never change: write a new version.
    expect(version.sha256[locale]).toBe(digest);
  });

  test.each(TERMS_VERSIONS)("$id says as much in both languages", (version) => {
    const shapes = LOCALES.map((locale) => {
      const { summary, sections } = readTerms(version, locale);
      const blanks = readTermsFile(version, locale).match(/\{\w+\}/g);
      return [summary.length, blanks, sections.map(({ id, items = [] }) => [id, items.length])];
    });
    expect(shapes[0]).toEqual(shapes[1]);
  });

  test.each(inEach)("%s in %s leaves no blank", (_id, locale, version) => {
    expect(writeTermsText(version, locale)).not.toMatch(/[{}]/);
  });

  test.each(TERMS_DOCUMENTS)("of %s follows the one before, announced in time", (document) => {
    const own = TERMS_VERSIONS.filter((each) => each.document === document);
    for (const [index, { from, announcedOn }] of own.entries()) {
      expect(from > (own[index - 1]?.from ?? "")).toBe(true);
      if (announcedOn !== null) expect(daysAfter(announcedOn, NOTICE_DAYS) <= from).toBe(true);
    }
  });
});

describe("the version of a day", () => {
  const [base] = TERMS_VERSIONS;
  const make = (version: number, from: string, announcedOn: string | null): TermsVersion => ({
    ...base!,
    document: "site",
    id: `site-${version}`,
    version,
    from,
    announcedOn,
  });
  const versions = [make(1, "2026-01-01", null), make(2, "2026-07-01", "2026-06-01")];

  test.each([
    ["2025-12-31", 1, null],
    ["2026-01-01", 1, null],
    ["2026-05-31", 1, null],
    ["2026-06-01", 1, 2],
    ["2026-06-30", 1, 2],
    ["2026-07-01", 2, null],
  ])("on %s is %s, and announced is %s", (day, applies, announced) => {
    expect(findTermsOn(day, "site", versions).version).toBe(applies);
    expect(findTermsToCome(day, "site", versions)?.version ?? null).toBe(announced);
  });
});

describe.each(LOCALES)("the newest words in %s", (locale: Locale) => {
  const text = writeTermsText(newest("site"), locale);

  test("say of bids and sales what the code does", () => {
    for (const amount of [BID_MINIMUM_CAD, BID_STEP_CAD])
      expect(text).toContain(formatCad(amount, locale));
    expect(text).toMatch(new RegExp(`${SALE_UNDO_HOURS} (hours|heures)`));
  });

  test("name each province where 19 is the age, and keep nobody of 18 out", () => {
    const section = readTerms(newest("site"), locale).sections.find(({ id }) => id === "agreement");
    const age = section?.items?.find((item) => item.includes("19")) ?? "";
    for (const code of ["BC", "NB", "NL", "NS"] as const)
      expect(age).toContain(provinceName(code, locale));
    expect(age).toMatch(/you can still send us a request|vous pouvez tout de même nous envoyer/);
  });

  test("say who we are as the footer and the About page do", () => {
    const who = m.site_who_we_are({ company: site.legalName, name: site.name }, { locale });
    expect(text).toContain(who);
    expect(who).toMatch(/neither a lender nor a dealership|ni un prêteur ni un concessionnaire/);
  });

  test.each(["not-allowed", "removal", "photos", "bids", "fees", "private-sales", "limits", "law"])(
    "have a section %s",
    (id) => {
      expect(readTerms(newest("site"), locale).sections.map((each) => each.id)).toContain(id);
    },
  );
});
