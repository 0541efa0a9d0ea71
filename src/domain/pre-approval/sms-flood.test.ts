import { expect, test } from "vitest";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { simulateFlood } from "./sms-flood.fixture.ts";

useMessages();

/** A quarter of an hour of the day that `bench/security/sms-flood.ts` simulates. */
test.each([
  [
    "a /32 of strangers",
    { providers: 1, hasDrafts: false, day: "02" },
    { verified: 14, codesSpent: 13 },
  ],
  [
    "a /32 with filled drafts",
    { providers: 1, hasDrafts: true, day: "03" },
    { verified: 14, codesSpent: 32 },
  ],
])("%s shuts nobody out", async (_who, { day, ...attacker }, expected) => {
  await db().delete(rateLimitTable);
  const outcome = await simulateFlood({
    ...attacker,
    visitors: 15,
    minutes: 15,
    startsAt: new Date(`2026-03-${day}T12:00:00Z`),
  });
  expect(outcome.shutOut).toBe(0);
  expect(outcome.verified + outcome.unverified).toBe(15);
  expect(outcome.verified).toBeGreaterThanOrEqual(expected.verified);
  expect(outcome.codesSpent).toBeLessThanOrEqual(expected.codesSpent);
});

test("codes of many providers at once run out, and every form is taken", async () => {
  await db().delete(rateLimitTable);
  const outcome = await simulateFlood({
    providers: 4,
    hasDrafts: true,
    visitors: 15,
    minutes: 15,
    startsAt: new Date("2026-03-04T12:00:00Z"),
  });
  expect(outcome).toMatchObject({ shutOut: 0 });
  expect(outcome.verified + outcome.unverified).toBe(15);
});
