import { describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "#values/locale.ts";
import { LETTERS, type LetterKind } from "./incident.ts";
import { makeIncident } from "./incident.fixture.ts";
import type { IncidentDetails } from "./incident.form.ts";
import { draftIncidentLetter } from "./incident-letter.ts";

const draft = (kind: LetterKind, locale: Locale, facts: Partial<IncidentDetails> = {}) => {
  const row = { id: "", byUserId: null, changedAt: new Date(), ...makeIncident(facts) };
  const letter = draftIncidentLetter(row, kind, locale);
  const of = (name: "heading" | "gap") =>
    letter.paragraphs.flatMap((part) =>
      typeof part === "object" && name in part ? Object.values(part) : [],
    );
  return {
    ...letter,
    headings: of("heading"),
    gaps: of("gap"),
    text: letter.paragraphs
      .map((part) => (typeof part === "string" ? part : Object.values(part).join("")))
      .join("\n"),
  };
};

describe("holds what its regulation lists, in that order, and nothing else", () => {
  test.each<[string, LetterKind, string[]]>([
    [
      "SOR/2018-64, s. 2(1)",
      "opc",
      [
        "Circumstances",
        "Cause, if it is known",
        "Day or period",
        "Personal information concerned",
        "Number of people concerned",
        "Measures taken to reduce the risk",
        "Measures to notify the people concerned, and when",
        "Person to contact",
      ],
    ],
    [
      "A-2.1, r. 3.1, s. 3",
      "cai",
      [
        "Our organization",
        "Person to contact",
        "Personal information concerned",
        "Circumstances",
        "Cause, if it is known",
        "Day or period",
        "Day on which we became aware of it",
        "Number of people concerned",
        "Risk of serious injury: sensitivity of the information",
        "Risk of serious injury: possible ill-intentioned uses and anticipated consequences",
        "Risk of serious injury: likelihood of use for injurious purposes",
        "Measures to notify the people concerned, and when",
        "Measures taken to reduce the risk",
        "Measures planned, and by when",
        "Authorities outside Quebec that were notified, if any",
      ],
    ],
    [
      "SOR/2018-64, s. 3, and A-2.1, r. 3.1, s. 5",
      "people",
      [
        "Circumstances",
        "Day or period",
        "Personal information concerned",
        "Measures taken to reduce the risk",
        "Measures planned, and by when",
        "What you can do to reduce the risk",
        "Where to learn more",
      ],
    ],
  ])("%s", (_law, kind, headings) => {
    expect(draft(kind, "en").headings).toEqual(headings);
  });
});

test.each<[string, LetterKind, Locale, RegExp]>([
  ["the period", "opc", "en", /From October 1, 2026 to October 3, 2026/u],
  ["the period", "opc", "fr", /Du 1er octobre 2026 au 3 octobre 2026/u],
  ["what is sealed as such", "people", "fr", /scellés.*: Numéro d’assurance sociale$/mu],
  ["how many live in Quebec", "cai", "fr", /Résidant au Québec\u00a0: 40/u],
  ["that the other commission knows", "cai", "en", /Privacy Commissioner of Canada, on October 5/u],
  ["when people were told", "opc", "en", /notified on October 6, 2026/u],
  ["who answers questions", "people", "en", /Camille Roy/u],
])("says %s (%s, %s)", (_what, kind, locale, words) => {
  expect(draft(kind, locale).text).toMatch(words);
});

test("has no gap where all is known and in its language, but for the number of Quebec’s register", () => {
  expect(draft("opc", "en").gaps).toEqual([]);
  expect(draft("people", "en").gaps).toEqual([]);
  expect(draft("cai", "en").gaps).toEqual([
    "[To fill in: Quebec business number (NEQ), if there is one]",
  ]);
});

describe.each(LETTERS)("%s", (kind) => {
  test.each(LOCALES)("shows what is not known as a gap, in %s", (locale) => {
    const nothing = draft(kind, locale, {
      cause: "",
      beganOn: null,
      data: [],
      dataDetails: "",
      people: null,
      quebecPeople: null,
      sensitivity: "",
      consequences: "",
      likelihood: "",
      measures: "",
      plannedMeasures: "",
      advice: "",
      opcToldOn: null,
      peopleToldOn: null,
      tellingPlan: "",
      locale,
    });
    const gap = locale === "en" ? /^\[To fill in: / : /^\[À remplir\u00a0: /u;
    const expected = { opc: 6, cai: 13, people: 5 }[kind];
    expect(nothing.gaps).toHaveLength(expected);
    for (const words of nothing.gaps) expect(words).toMatch(gap);
    expect(nothing.text).not.toMatch(/undefined|null|NaN/u);
  });

  test("marks what was written in the other language, and keeps it", () => {
    const { gaps } = draft(kind, "fr");
    expect(gaps).toContain("[À traduire] A lead’s mail went to another dealership’s address.");
  });
});
