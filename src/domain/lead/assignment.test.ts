import { expect, test } from "vitest";
import { type Candidate, chooseAssignee, isAbsent } from "./assignment.ts";

const DAY = "2026-11-27";
const LEAD = { locale: "fr", provinceCode: "QC", kind: "call_back" } as const;

function candidate(userId: string, rules: Partial<Candidate> = {}): Candidate {
  return {
    userId,
    getsLeads: true,
    languages: [],
    provinces: [],
    kinds: [],
    mostOpen: null,
    absentFrom: null,
    absentUntil: null,
    openLeads: 0,
    lastGivenAt: null,
    ...rules,
  };
}

const EARLY = new Date("2026-11-26T09:00:00Z");
const LATE = new Date("2026-11-26T10:00:00Z");

test.each<[string, "by_hand" | "round_robin" | "least_open", Candidate[], string | null]>([
  ["by hand, nobody", "by_hand", [candidate("a")], null],
  ["of none, nobody", "round_robin", [], null],
  [
    "in turn, whoever waited longest",
    "round_robin",
    [candidate("a", { lastGivenAt: LATE }), candidate("b", { lastGivenAt: EARLY, openLeads: 9 })],
    "b",
  ],
  [
    "in turn, whoever never got one",
    "round_robin",
    [candidate("a", { lastGivenAt: EARLY }), candidate("b")],
    "b",
  ],
  [
    "the fewest open leads",
    "least_open",
    [candidate("a", { openLeads: 3 }), candidate("b", { openLeads: 2, lastGivenAt: LATE })],
    "b",
  ],
  [
    "of as many open leads, whoever waited longest",
    "least_open",
    [candidate("a", { lastGivenAt: LATE }), candidate("b", { lastGivenAt: EARLY })],
    "b",
  ],
  ["nobody who gets none", "least_open", [candidate("a", { getsLeads: false })], null],
  [
    "whoever has its language",
    "round_robin",
    [candidate("a", { languages: ["en"] }), candidate("b", { languages: ["fr", "en"] })],
    "b",
  ],
  [
    "whoever has its province",
    "round_robin",
    [candidate("a", { provinces: ["ON"] }), candidate("b", { provinces: ["QC"] })],
    "b",
  ],
  [
    "whoever has its kind",
    "round_robin",
    [candidate("a", { kinds: ["bid"] }), candidate("b", { kinds: ["call_back"] })],
    "b",
  ],
  [
    "nobody above their limit",
    "least_open",
    [candidate("a", { mostOpen: 2, openLeads: 2 }), candidate("b", { openLeads: 5 })],
    "b",
  ],
  [
    "nobody who is away",
    "round_robin",
    [candidate("a", { absentFrom: DAY, absentUntil: DAY }), candidate("b", { openLeads: 5 })],
    "b",
  ],
])("gives a lead to: %s", (_case, method, candidates, expected) => {
  expect(chooseAssignee(method, candidates, LEAD, DAY)).toBe(expected);
});

test("a lead without a province goes to anybody", () => {
  const lead = { ...LEAD, provinceCode: null };
  expect(chooseAssignee("round_robin", [candidate("a", { provinces: ["ON"] })], lead, DAY)).toBe(
    "a",
  );
});

test.each([
  [null, null, false],
  ["2026-11-28", null, false],
  [DAY, null, true],
  [null, DAY, true],
  [null, "2026-11-26", false],
  ["2026-11-20", "2026-11-30", true],
])("away from %s until %s: %s", (absentFrom, absentUntil, expected) => {
  expect(isAbsent({ absentFrom, absentUntil }, DAY)).toBe(expected);
});
