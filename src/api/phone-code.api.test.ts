import { beforeAll, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { callsSeenBy } from "./calls.fixture.ts";

useTestDatabase();
beforeAll(() => {
  const read = readEnv({ DATA_DIR: "unused" });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
});

const post = (path: string, ipAddress: string) =>
  callsSeenBy({ ipAddress }).request(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ phone: "12", code: "123456" }).toString(),
  });

test("codes are asked for and guessed at from one address 3,000 times a minute, whatever the number", async () => {
  const [sending, checking] = ["/api/phone-verification", "/api/phone-verification/check"] as const;
  const from = "192.0.2.7";
  expect((await post(sending, from)).status).toBe(422);
  // As if 2,998 more requests had come.
  await db().update(rateLimitTable).set({ count: 2_999 });
  expect((await post(checking, from)).status).toBe(422);
  for (const path of [sending, checking]) {
    const response = await post(path, from);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toEqual({ result: "error", error: "too_many" });
    expect((await post(path, "198.51.100.7")).status).toBe(422);
  }
});
