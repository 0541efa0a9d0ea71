import { expect, test } from "vitest";
import { findReplyTime } from "./reply-time.ts";

// Monday to Friday 9 to 18, Saturday 10 to 16, Sunday closed, in Toronto.
test.each([
  ["Monday morning: the same day", "2026-11-23T15:00:00Z", "2026-11-23", "18:00"],
  ["before opening: the same day", "2026-11-23T11:00:00Z", "2026-11-23", "18:00"],
  ["an hour before closing: the next day", "2026-11-23T22:00:00Z", "2026-11-24", "18:00"],
  ["Friday night: Saturday", "2026-11-28T02:00:00Z", "2026-11-28", "16:00"],
  ["Saturday evening: Monday", "2026-11-28T23:00:00Z", "2026-11-30", "18:00"],
  ["the night that clocks go back", "2026-11-01T05:30:00Z", "2026-11-02", "18:00"],
])("%s", (_, at, day, time) => {
  expect(findReplyTime(new Date(at))).toEqual({ day, time });
});

test("a site that never opens promises nothing", () => {
  const closed = { timeZone: "America/Toronto", hours: [{ days: ["Mo"], open: null }] } as const;
  expect(findReplyTime(new Date("2026-11-23T15:00:00Z"), closed)).toBeNull();
});
