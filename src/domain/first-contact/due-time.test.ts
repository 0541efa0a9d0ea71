import { expect, test } from "vitest";
import { site } from "#site/site.ts";
import { addOpenHours, findDueTime, isOpen, promiseContact } from "./due-time.server.ts";

// Monday to Friday 9 to 18, Saturday 10 to 16, Sunday closed, in Toronto.
test.each([
  ["Monday morning: the same day", "2026-11-23T15:00:00Z", "2026-11-23T23:00:00Z"],
  ["before opening: the same day", "2026-11-23T11:00:00Z", "2026-11-23T23:00:00Z"],
  ["an hour before closing: the next day", "2026-11-23T22:00:00Z", "2026-11-24T23:00:00Z"],
  ["Friday night: Saturday", "2026-11-28T02:00:00Z", "2026-11-28T21:00:00Z"],
  ["Saturday evening: Monday", "2026-11-28T23:00:00Z", "2026-11-30T23:00:00Z"],
  ["the night that clocks go back", "2026-11-01T05:30:00Z", "2026-11-02T23:00:00Z"],
  ["the Saturday before clocks go ahead", "2026-03-07T20:00:00Z", "2026-03-09T22:00:00Z"],
  ["the day before Canada Day: the day after", "2026-06-30T21:00:00Z", "2026-07-02T22:00:00Z"],
  ["Thanksgiving itself", "2026-10-12T14:00:00Z", "2026-10-13T22:00:00Z"],
  ["Christmas Eve at night: past Boxing Day", "2026-12-25T02:00:00Z", "2026-12-28T23:00:00Z"],
])("%s", (_, at, due) => {
  expect(findDueTime(new Date(at))).toEqual(new Date(due));
});

test("the holidays are those of the business’s province", () => {
  const day = new Date("2026-06-24T14:00:00Z");
  expect(findDueTime(day)).toEqual(new Date("2026-06-24T22:00:00Z"));
  expect(findDueTime(day, { ...site, provinceCode: "QC" })).toEqual(
    new Date("2026-06-25T22:00:00Z"),
  );
});

test.each([
  ["Monday at opening", "2026-11-23T14:00:00Z", true],
  ["Monday before", "2026-11-23T13:59:00Z", false],
  ["Monday at closing", "2026-11-23T23:00:00Z", false],
  ["Sunday", "2026-11-29T17:00:00Z", false],
  ["Thanksgiving", "2026-10-12T17:00:00Z", false],
])("%s: open %s", (_, at, open) => {
  expect(isOpen(new Date(at))).toBe(open);
});

test("an own closed day is no day to answer on, and a holiday that is worked is one", () => {
  const closed = { ...site, closedDays: [{ date: "2026-11-24", name: "" }] };
  expect(findDueTime(new Date("2026-11-23T22:00:00Z"), closed)).toEqual(
    new Date("2026-11-25T23:00:00Z"),
  );
  const worked = { ...site, openHolidays: [{ date: "2026-10-12", name: "" }] };
  expect(findDueTime(new Date("2026-10-12T14:00:00Z"), worked)).toEqual(
    new Date("2026-10-12T22:00:00Z"),
  );
});

test("a site that never opens promises nothing", () => {
  const closed = { ...site, hours: [{ days: ["Mo"], open: null }] };
  expect(findDueTime(new Date("2026-11-23T15:00:00Z"), closed)).toBeNull();
});

test.each([
  ["a pre-approval", "pre_approval", { mayContact: true }, true],
  ["a pre-approval without consent to contact", "pre_approval", { mayContact: false }, false],
  ["a call-back", "call_back", { mayContact: true }, true],
  ["one without address or number", "call_back", { mayContact: true, email: null }, false],
  ["a bid, which the seller answers", "bid", { mayContact: true }, false],
] as const)("%s", (_, kind, given, isPromised) => {
  const request = { kind, email: "a@example.com", phone: null, ...given };
  const due = promiseContact(request, new Date("2026-11-23T15:00:00Z"));
  expect(due !== null).toBe(isPromised);
});

test.each([
  ["within the day", "2026-11-23T15:00:00Z", 2, "2026-11-23T17:00:00Z"],
  ["before opening", "2026-11-23T11:00:00Z", 1, "2026-11-23T15:00:00Z"],
  ["over the night", "2026-11-23T22:00:00Z", 2, "2026-11-24T15:00:00Z"],
  ["over Sunday", "2026-11-28T20:00:00Z", 2, "2026-11-30T15:00:00Z"],
  ["to the minute of closing", "2026-11-23T22:00:00Z", 1, "2026-11-23T23:00:00Z"],
])("open hours %s", (_, at, hours, after) => {
  expect(addOpenHours(new Date(at), hours)).toEqual(new Date(after));
});
