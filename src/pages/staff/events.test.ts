import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { findSessionById } from "#domain/identity/session.server.ts";
import { findNewestEvent } from "#domain/inbox/follow-inbox.server.ts";
import type { News } from "#domain/inbox/news.ts";
import { assignLead } from "#domain/lead/assign-lead.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { notifyInbox } from "#domain/lead/notify-inbox.server.ts";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { Role } from "#values/role.ts";
import { respondWithNews } from "./events.server.ts";

useAccounts();

const left = new AbortController();
let staff: { id: string; sessionId: string };
let other: { id: string; sessionId: string };
beforeAll(async () => {
  staff = await enter("staff");
  other = await enter("admin");
  return () => left.abort();
});

async function enter(role: Role) {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await db().insert(userTable).values({ id, name: role, email, role, emailVerified: true });
  const sessionId = randomUUID();
  const secondFactorAt = new Date();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db()
    .insert(sessionTable)
    .values({ id: sessionId, token: sessionId, userId: id, expiresAt, secondFactorAt });
  return { id, sessionId };
}

async function ask(query: string, who: { sessionId: string } | null): Promise<Response> {
  const session = who && (await findSessionById(who.sessionId));
  const context = makeContext({
    user: session?.user ?? null,
    sessionId: session?.sessionId ?? null,
  });
  const request = new Request(`http://site.test/staff/events?${query}`, { signal: left.signal });
  return respondWithNews({ request, context });
}

/** Reads the stream until this text has come, or it has ended. */
async function readUntil(response: Response, end: string): Promise<string> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes(end)) {
    const { value, done } = await reader.read();
    if (done) return `${text}(ended)`;
    text += decoder.decode(value);
  }
  reader.releaseLock();
  return text;
}

test.each(["buyer", "dealer"] as const)("a %s gets 403, and a visitor too", async (role) => {
  expect((await ask("", await enter(role))).status).toBe(403);
  expect((await ask("", null)).status).toBe(403);
});

test("tells of a lead that arrives, by its reference alone, also to who asks later", async () => {
  const since = await findNewestEvent();
  const response = await ask("", staff);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(await readUntil(response, "beat")).toContain("retry:");
  const { reference } = await storeLead();
  await db().transaction((transaction) => notifyInbox(transaction));
  const told = await readUntil(response, reference);
  expect(told).toMatch(
    new RegExp(
      `id: [0-9a-f-]{36}\nevent: news\ndata: {"id":"[0-9a-f-]{36}","reference":"${reference}","kind":"lead"}`,
    ),
  );
  await storeLead();
  const asked = (await (
    await ask(`poll=1&since=${since ?? "00000000-0000-0000-0000-000000000000"}`, staff)
  ).json()) as News[];
  expect(asked[0]).toMatchObject({ reference, kind: "lead" });
  expect(asked).toHaveLength(2);
});

test("who claims a lead is not told, and the others are", async () => {
  const { reference } = await storeLead();
  const since = await findNewestEvent();
  const claim = { reference, seenUserId: null, toUserId: staff.id };
  expect(await assignLead({ ...claim, by: { id: staff.id, role: "staff" } })).toEqual({ ok: true });
  const read = async (who: typeof staff) =>
    (await (await ask(`poll=1&since=${since}`, who)).json()) as News[];
  expect(await read(staff)).toEqual([]);
  expect(await read(other)).toMatchObject([{ reference, kind: "claim" }]);
});

test("the stream ends with the session, before it tells any more", async () => {
  const since = await findNewestEvent();
  const response = await ask(`since=${since}`, other);
  await readUntil(response, "beat");
  await db().delete(sessionTable).where(eq(sessionTable.id, other.sessionId));
  await storeLead();
  await db().transaction((transaction) => notifyInbox(transaction));
  expect(await readUntil(response, "nothing")).not.toContain("news");
}, 20_000);
