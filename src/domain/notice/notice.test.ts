import { expect, test } from "vitest";
import { chooseWay, DEFAULT_PREFERENCE, listWeeks, mondayOf, type NoticeKind } from "./notice.ts";

const SMS = { new_lead: "sms", answer: "sms", delivery_failed: "sms", overdue: "sms" } as const;
const NONE = {
  new_lead: "none",
  answer: "none",
  delivery_failed: "none",
  overdue: "none",
} as const;
const NIGHT = { from: "21:00", to: "08:00" };

test.each([
  ["by day", "new_lead", { clock: "12:00" }, "sms"],
  ["in quiet hours", "new_lead", { clock: "23:30", isOpen: false }, "later"],
  ["after midnight", "new_lead", { clock: "03:00", isOpen: false }, "later"],
  ["when quiet hours begin", "new_lead", { clock: "21:00", isOpen: false }, "later"],
  ["when they end", "new_lead", { clock: "08:00", isOpen: false }, "sms"],
  ["on call, urgent", "overdue", { clock: "23:30", isOpen: false, isOnCall: true }, "sms"],
  ["on call, not urgent", "new_lead", { clock: "23:30", isOpen: false, isOnCall: true }, "later"],
  ["on call, but open", "overdue", { clock: "22:00", isOnCall: true }, "later"],
  ["chose nothing", "overdue", { clock: "12:00", ways: NONE }, "none"],
  ["on call, chose nothing", "overdue", { isOpen: false, isOnCall: true, ways: NONE }, "mail"],
] as const)("%s", (_, kind: NoticeKind, given, way) => {
  const { clock, isOpen, isOnCall, ways } = {
    clock: "12:00",
    isOpen: true,
    isOnCall: false,
    ways: SMS,
    ...given,
  };
  const preference = { ways, quiet: NIGHT, hasDigest: false, isOwnOnly: false };
  expect(chooseWay(kind, preference, { clock, isOpen, isOnCall })).toBe(way);
});

test("quiet hours within a day", () => {
  const preference = { ...DEFAULT_PREFERENCE, quiet: { from: "12:00", to: "13:00" } };
  const at = (clock: string) =>
    chooseWay("answer", preference, { clock, isOpen: true, isOnCall: false });
  expect(["11:59", "12:00", "12:59", "13:00"].map(at)).toEqual(["mail", "later", "later", "mail"]);
});

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2026-11-29", "2026-11-23"],
  ["2026-11-30", "2026-11-30"],
  ["2027-01-01", "2026-12-28"],
])("the week of %s begins on %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test("weeks follow each other over a change of clocks", () => {
  expect(listWeeks("2026-10-28", 3)).toEqual(["2026-10-26", "2026-11-02", "2026-11-09"]);
});
