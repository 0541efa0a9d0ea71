import { and, desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { sessionTable } from "#domain/identity/identity.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { readParams } from "#domain/notification/notify.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { peoplePage } from "./people.server.ts";

useSite();

const REASON = "Signed in from two countries at once";
let admin: SignedInUser;
let person: SignedInUser;
let people = 0;

async function storeSession(user: SignedInUser, id: string, expiresAt = new Date(9e12)) {
  await db().insert(sessionTable).values({ id, token: id, userId: user.id, expiresAt });
}

beforeEach(async () => {
  await db().delete(sessionTable);
  people += 1;
  admin = await storePerson(`Ada ${people}`, { role: "admin" });
  person = await storePerson(`Person ${people}`);
  await storeSession(admin, "administrator");
  for (const id of ["phone", "computer"]) await storeSession(person, id);
  await storeSession(person, "over", new Date(0));
});

const listSessions = async (user: SignedInUser) =>
  (await db().select().from(sessionTable).where(eq(sessionTable.userId, user.id))).map(
    ({ id }) => id,
  );

const page = (body: Record<string, string>, user = admin) => ({
  request: new Request("http://site.test/staff/people", {
    method: "POST",
    body: new URLSearchParams(body),
  }),
  context: makeContext({ user, sessionId: user.id === admin.id ? "administrator" : null }),
});

/** The address of the redirect, or the status of the response. */
const post = (body: Record<string, string>, user?: SignedInUser) =>
  peoplePage.action(page(body, user)).then(
    (result) => (result as { init?: { status?: number } }).init?.status ?? 200,
    (thrown: unknown) =>
      thrown instanceof Response
        ? thrown.headers.get("location")
        : (thrown as { init?: { status?: number } }).init?.status,
  );

const endOf = (user: SignedInUser, reason = REASON) => ({
  form: "end-sessions",
  userId: user.id,
  reason,
});
const ALL = { form: "end-all-sessions", reason: REASON };

async function findRecord(user: SignedInUser) {
  const [record] = await db()
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.action, "sessions_ended"), eq(auditTable.thingId, user.id)))
    .orderBy(desc(auditTable.position));
  return record;
}

describe("an administrator", () => {
  test("ends all sessions of one account, on record with how many; its holder reads why", async () => {
    const shown = await peoplePage.loader({
      request: new Request(`http://site.test/staff/people?person=${person.id}`),
      context: makeContext({ user: admin }),
    });
    expect(shown.sessions).toBe(2);
    expect(await post(endOf(person))).toBe(
      `/staff/people?person=${encodeURIComponent(person.id)}&done=signed_out`,
    );
    expect(await listSessions(person)).toEqual([]);
    expect(await listSessions(admin)).toEqual(["administrator"]);
    expect(await findRecord(person)).toMatchObject({
      accountId: admin.id,
      thingKind: "account",
      outcome: "done",
      changes: JSON.stringify({ sessions: [2, 0] }),
    });
    const mails = await db()
      .select()
      .from(messageTable)
      .where(eq(messageTable.recipient, person.email));
    expect(mails.map(({ event }) => event)).toEqual(["staff_change"]);
    expect(await readParams(mails[0]!)).toMatchObject({
      reason: REASON,
      path: expect.stringMatching(/^\/changes\//),
    });
    expect(await post(endOf(person))).toBe(409);
  });

  test("ends the sessions of everybody but this one, where the box is ticked", async () => {
    const other = await storePerson(`Other ${people}`, { role: "staff" });
    await storeSession(other, "other");
    await storeSession(admin, "forgotten");
    expect(await post(ALL)).toBe(422);
    expect(await listSessions(person)).toHaveLength(3);
    expect(await post({ ...ALL, everybody: "yes" })).toBe(
      "/staff/people?done=all_signed_out&accounts=3",
    );
    expect(await db().select({ id: sessionTable.id }).from(sessionTable)).toEqual([
      { id: "administrator" },
    ]);
    const changes = [];
    for (const user of [person, other, admin]) changes.push((await findRecord(user))?.changes);
    expect(changes).toEqual(
      [
        [2, 0],
        [1, 0],
        [2, 1],
      ].map((sessions) => JSON.stringify({ sessions })),
    );
  });

  test("says why, has proved the second factor a moment ago, and is no member of staff", async () => {
    expect(await post(endOf(person, ""))).toBe(422);
    for (const body of [endOf(person), { ...ALL, everybody: "yes" }]) {
      expect(await post(body, { ...admin, lacksFreshFactor: true })).toMatch(/^\/account\/confirm/);
      expect(await post(body, { ...admin, role: "staff" })).toBe(403);
      expect(await post(body, person)).toBe(403);
    }
    expect(await listSessions(person)).toHaveLength(3);
    expect(await findRecord(person)).toBeUndefined();
  });
});
