import { describe, expect, test } from "vitest";
import { LOCALES } from "./locale.ts";
import {
  creditAge,
  isProvince,
  parseRegion,
  provinceName,
  PROVINCES,
  provincesByName,
  regionsBeginningWith,
} from "./province.ts";
import { foldText } from "./text-fold.ts";

test("the ten provinces are offered and no territory", () => {
  expect(PROVINCES).toHaveLength(10);
  expect(isProvince("YT")).toBe(false);
  expect(isProvince("on")).toBe(false);
});

test("French names are the official ones", () => {
  expect(PROVINCES.map((code) => provinceName(code, "fr"))).toEqual([
    "Alberta",
    "Colombie-Britannique",
    "Manitoba",
    "Nouveau-Brunswick",
    "Terre-Neuve-et-Labrador",
    "Nouvelle-Écosse",
    "Ontario",
    "Île-du-Prince-Édouard",
    "Québec",
    "Saskatchewan",
  ]);
});

describe("every province reads back", () => {
  test.each(PROVINCES)("%s", (code) => {
    const spellings = [code, provinceName(code, "en"), provinceName(code, "fr")];
    for (const text of spellings.flatMap((s) => [s, s.toLowerCase(), foldText(s), ` ${s} `])) {
      expect(parseRegion(text)).toBe(code);
    }
  });
});

test.each([
  ["Newfoundland", "NL"],
  ["P.E.I.", "PE"],
  ["B.C.", "BC"],
  ["N.-B.", "NB"],
  ["Ont.", "ON"],
  ["Qué.", "QC"],
  ["ile du prince edouard", "PE"],
  ["Vermont", null],
  ["", null],
])("parseRegion(%j) is %j", (text, code) => expect(parseRegion(text)).toBe(code));

test.each([
  ["Territoires du Nord-Ouest", "NT"],
  ["N.W.T.", "NT"],
  ["nunavut", "NU"],
  ["yt", "YT"],
  ["Yukon Territory", "YT"],
])("parseRegion(%j) recognises the territory %s", (text, code) =>
  expect(parseRegion(text)).toBe(code),
);

test.each([
  ["o", ["ON"]],
  ["New", ["NB", "NL"]],
  ["qué", ["QC"]],
  ["nouv", ["NB", "NS"]],
  ["", []],
  ["zz", []],
])("%j begins %j", (text, codes) => expect(regionsBeginningWith(text)).toEqual(codes));

test("each language has its own order", () => {
  for (const locale of LOCALES) {
    const compare = new Intl.Collator(locale).compare;
    const sorted = PROVINCES.toSorted((a, b) =>
      compare(provinceName(a, locale), provinceName(b, locale)),
    );
    expect(provincesByName(locale)).toEqual(sorted);
  }
});

test("credit is signed at 19 in four provinces and at 18 in six", () => {
  expect(PROVINCES.filter((code) => creditAge(code) === 19)).toEqual(["BC", "NB", "NL", "NS"]);
});
