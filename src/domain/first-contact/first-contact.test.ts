import { expect, test } from "vitest";
import { dueState } from "./first-contact.ts";

const DUE = "2026-11-23T23:00:00Z";

test.each([
  ["nothing was promised", { due: null }, "none"],
  ["hours left", { now: "2026-11-23T15:00:00Z" }, "due"],
  ["two hours left", { now: "2026-11-23T21:00:00Z" }, "soon"],
  ["the last moment", { now: DUE }, "soon"],
  ["a moment later", { now: "2026-11-23T23:00:01Z" }, "overdue"],
  ["moved to another stage, but not contacted", { status: "lender" }, "overdue"],
  ["closed before anybody called", { status: "closed" }, "none"],
  ["contacted in time", { contact: "2026-11-23T16:00:00Z" }, "met"],
  ["contacted in time, and closed since", { contact: DUE, status: "closed" }, "met"],
  ["contacted a day later", { contact: "2026-11-24T16:00:00Z" }, "late"],
] as const)("%s", (_, given, state) => {
  const all = { due: DUE, contact: null, status: "new", now: "2026-11-25T12:00:00Z", ...given };
  const [dueAt, firstContactAt] = [all.due, all.contact].map((at) => at && new Date(at)) as [
    Date | null,
    Date | null,
  ];
  const lead = { dueAt, firstContactAt, status: all.status };
  expect(dueState(lead, new Date(all.now))).toBe(state);
});
