import { describe, expect, test } from "vitest";
import { translateIn } from "#forms/translate.server.ts";
import { PROVINCES } from "#values/province.ts";
import { adOf, goodAd } from "./ad-examples.fixture.ts";
import { AD_RULES, citeRule, sourceOfRule } from "./ad-rules.ts";
import { CHECK_NAMES } from "./checks.ts";
import { findFindings, findMusts } from "./find-findings.ts";

test("there are rules of all ten provinces, each with a name of its own, and no check without one", () => {
  expect(AD_RULES.length).toBeGreaterThanOrEqual(30);
  expect(new Set(AD_RULES.map(({ id }) => id)).size).toBe(AD_RULES.length);
  expect(new Set(AD_RULES.map(({ where }) => where))).toEqual(new Set(["CA", ...PROVINCES]));
  expect(new Set(AD_RULES.map(({ check }) => check))).toEqual(new Set(CHECK_NAMES));
});

test("no rule stops or advises whose text was not read", () => {
  const unread = AD_RULES.filter((rule) => sourceOfRule(rule).read !== "text");
  expect(new Set(unread.map(({ severity }) => severity))).toEqual(new Set(["to_be_checked"]));
});

describe.each(AD_RULES)("$id", (rule) => {
  const hits = (outcome: "passes" | "fails") =>
    findFindings(adOf(rule, outcome)).filter(({ rules }) => rules.includes(rule));

  test("finds nothing in its good ad, and its fault in the other", () => {
    expect(hits("passes")).toEqual([]);
    expect(hits("fails")).toMatchObject([{ check: rule.check }]);
  });

  test("has its law, its words in both languages and the page where it was read", () => {
    const source = sourceOfRule(rule);
    expect(source.address).toMatch(/^https?:\/\/\S+$/);
    expect(source.readOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const locale of ["en", "fr"] as const) {
      expect(citeRule(rule, locale)).not.toBe("");
      expect(translateIn(locale)(`ad_rule_${rule.check}`)).toMatch(/\.$/);
    }
  });
});

test.each(PROVINCES)("a good ad of a dealership in %s breaks nothing", (provinceCode) => {
  expect(findFindings(goodAd(provinceCode))).toEqual([]);
});

describe("which rules speak", () => {
  const unnumbered = { ...goodAd("ON"), stockNumber: null };

  test("those of the dealership's province and those of the car's", () => {
    expect(findMusts(unnumbered)).toEqual([]);
    for (const ad of [
      { ...unnumbered, provinceCode: "AB" as const },
      { ...unnumbered, dealership: { ...unnumbered.dealership, provinceCode: "BC" as const } },
    ])
      expect(findMusts(ad).map(({ check }) => check)).toEqual(["stock_number"]);
  });

  test("to a person only as advice, and only of what holds for everybody", () => {
    const ad = {
      ...unnumbered,
      ...({ isAllInPrice: false, accidents: "some", dealership: null } as const),
      description: "Accident-free, plus $499 admin fee. Sold as is.",
    };
    expect(findFindings(ad)).toMatchObject([{ check: "said_no_accident", severity: "advice" }]);
    expect(findMusts(ad)).toEqual([]);
  });

  test("a must of one law is a must, whatever another says of the same", () => {
    const ad = { ...goodAd("ON"), isAllInPrice: false };
    expect(findMusts(ad)).toMatchObject([
      { check: "all_in_price", rules: [{ id: "ca-drip-pricing" }, { id: "on-all-in-price" }] },
    ]);
  });
});

describe("a must does not stop what only sounds like it", () => {
  test.each([
    ["fees_on_top", "ON", "Plus HST and licensing fees."],
    ["fees_on_top", "QC", "Taxes et immatriculation en sus."],
    ["said_new", "QC", "Reste de la garantie de véhicule neuf."],
    ["said_new", "MB", "New vehicle warranty until 2027."],
    ["as_is_alone", "ON", "The interior is as clean as is possible."],
    ["credit_details", "QC", "Pneus à 80 %, usure de 20 % aux freins. Financement disponible."],
    ["prior_rental", "ON", "Never a rental."],
    ["prior_taxi", "ON", "Near the taxi stand on Bay."],
  ] as const)("%s in %s: %s", (check, provinceCode, description) => {
    const found = findFindings({ ...goodAd(provinceCode), description });
    expect(found.filter((each) => each.check === check)).toEqual([]);
  });

  test("an accident that the text names is no denial of it", () => {
    const ad = { ...goodAd("QC"), accidents: "some" as const };
    for (const description of ["Aucun accident majeur.", "No accident over $3,000."])
      expect(findMusts({ ...ad, description })).toEqual([]);
  });
});
