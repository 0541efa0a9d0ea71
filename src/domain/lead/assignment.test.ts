import { expect, test } from "vitest";
import { type Candidate, chooseAssignee, isAbsent, minutesUntilWork } from "./assignment.ts";

/** A Friday. */
const DAY = "2026-11-27";
const MOMENT = { day: DAY, clock: "10:00" };
const OFF = ["", "", "", "", "", "", ""];
const works = (weekday: number, hours: string) => OFF.with(weekday, hours);
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
    workHours: [],
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
  [
    "whoever is at work before whoever is not",
    "least_open",
    [
      candidate("a", { workHours: works(4, "11:00-17:00") }),
      candidate("b", { workHours: works(4, "09:00-17:00"), openLeads: 5 }),
    ],
    "b",
  ],
  [
    "whoever works at any time before whoever starts next",
    "least_open",
    [candidate("a", { workHours: works(5, "09:00-12:00") }), candidate("b", { openLeads: 5 })],
    "b",
  ],
  [
    "whoever starts next, while nobody is at work",
    "least_open",
    [
      candidate("a", { workHours: works(0, "09:00-17:00") }),
      candidate("b", { workHours: works(5, "09:00-17:00"), openLeads: 5 }),
    ],
    "b",
  ],
])("gives a lead to: %s", (_case, method, candidates, expected) => {
  expect(chooseAssignee(method, candidates, LEAD, MOMENT)).toBe(expected);
});

test("a lead without a province goes to anybody", () => {
  const lead = { ...LEAD, provinceCode: null };
  expect(chooseAssignee("round_robin", [candidate("a", { provinces: ["ON"] })], lead, MOMENT)).toBe(
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

test.each([
  ["at any time", [], "03:00", 0],
  ["as the hours begin", works(4, "09:00-17:00"), "09:00", 0],
  ["as they end", works(4, "09:00-17:00"), "17:00", 7 * 1_440 - 8 * 60],
  ["before them", works(4, "09:00-17:00"), "08:30", 30],
  ["the day before", works(5, "09:00-17:00"), "21:00", 12 * 60],
  ["never", OFF, "10:00", null],
])("minutes until somebody works: %s", (_case, workHours, clock, expected) => {
  const rules = { workHours, absentFrom: null, absentUntil: null };
  expect(minutesUntilWork(rules, { day: DAY, clock })).toBe(expected);
});

test("somebody who is away on the next day works on the one after it", () => {
  const workHours = works(5, "09:00-17:00").with(6, "09:00-17:00");
  const away = { absentFrom: "2026-11-28", absentUntil: "2026-11-28" };
  expect(minutesUntilWork({ workHours, ...away }, { day: DAY, clock: "09:00" })).toBe(2 * 1_440);
});
