import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { newsletterSubscriptionTable } from "./newsletter.table.ts";
import {
  countSubscribers,
  exportSubscribers,
  findSubscribers,
  listSubscribers,
  unsubscribeByStaff,
} from "./subscribers.server.ts";

const STAFF = { id: "samuel", role: "staff" } as const;

useTestDatabase();
useTestVault();

const at = new Date("2026-10-01T15:00:00Z");
type Row = Partial<typeof newsletterSubscriptionTable.$inferInsert>;

async function store(email: string, row: Row = { confirmedAt: at }): Promise<string> {
  const [stored] = await db()
    .insert(newsletterSubscriptionTable)
    .values({
      email,
      locale: "en",
      consentText: "You ask us to e-mail you.",
      consentSha256: "0".repeat(64),
      consentVersion: 1,
      channel: "web: newsletter",
      unsubscribeToken: `token of ${email}`,
      ...row,
    })
    .returning({ id: newsletterSubscriptionTable.id });
  return stored?.id ?? "";
}

function setDemo(DEMO: "0" | "1") {
  const read = readEnv({ DEMO });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
}

let subscribed: string;
let ended: string;

beforeEach(async () => {
  setDemo("0");
  await db().delete(newsletterSubscriptionTable);
  await db()
    .insert(userTable)
    .values({ id: STAFF.id, name: "Samuel", email: "samuel@example.com" })
    .onConflictDoNothing();
  subscribed = await store("amara_o@example.com");
  await store("lea@example.com", { locale: "fr", confirmedAt: at });
  await store("maybe@example.com", {});
  ended = await store("left@example.com", {
    confirmedAt: at,
    unsubscribedAt: at,
    unsubscribedBy: "page",
  });
});

const emails = (rows: readonly { email: string }[]) => rows.map(({ email }) => email);

test("are counted by state, and those subscribed by language", async () => {
  expect(await countSubscribers()).toEqual({
    states: { subscribed: 2, unconfirmed: 1, ended: 1 },
    languages: { en: 1, fr: 1 },
  });
});

test("are listed by state, the newest first, with the evidence of their consent", async () => {
  const { subscribers, hasOlder } = await listSubscribers({ state: "subscribed", olderThan: null });
  expect(emails(subscribers)).toEqual(["lea@example.com", "amara_o@example.com"]);
  expect(hasOlder).toBe(false);
  expect(subscribers[1]).toMatchObject({
    consentText: "You ask us to e-mail you.",
    consentVersion: 1,
    channel: "web: newsletter",
    confirmedAt: at,
  });
  const older = await listSubscribers({
    state: "subscribed",
    olderThan: subscribers[0]?.id ?? null,
  });
  expect(emails(older.subscribers)).toEqual(["amara_o@example.com"]);
});

test("of the demo are seen where it is on, and nowhere else", async () => {
  await store("sample@example.com", { confirmedAt: at, isDemo: true });
  const seen = async () => ({
    found: emails(await findSubscribers("sample")),
    exported: emails(await exportSubscribers()).includes("sample@example.com"),
    counted: (await countSubscribers()).states.subscribed,
  });
  expect(await seen()).toEqual({ found: [], exported: false, counted: 2 });
  setDemo("1");
  expect(await seen()).toEqual({ found: ["sample@example.com"], exported: true, counted: 3 });
});

describe("are found", () => {
  test.each([
    ["LEA@", ["lea@example.com"]],
    ["left", ["left@example.com"]],
    ["a_o", ["amara_o@example.com"]],
    // No character is a wildcard.
    ["l_a", []],
    ["%", []],
    ["\\", []],
  ])("by %j", async (text, found) => expect(emails(await findSubscribers(text))).toEqual(found));
});

describe("unsubscribed by staff", () => {
  const records = () =>
    db().select().from(auditTable).where(eq(auditTable.action, "subscriber_unsubscribed"));

  test("once, on record, and not in the export any more", async () => {
    expect(emails(await exportSubscribers())).toEqual(["amara_o@example.com", "lea@example.com"]);
    expect(await unsubscribeByStaff(STAFF, subscribed)).toBe(true);
    expect(await unsubscribeByStaff(STAFF, subscribed)).toBe(false);
    expect(emails(await exportSubscribers())).toEqual(["lea@example.com"]);
    const [left] = await findSubscribers("amara_o");
    expect(left).toMatchObject({ unsubscribedBy: "staff", unsubscribedAt: expect.any(Date) });
    expect(await records()).toMatchObject([{ thingKind: "subscription", thingId: subscribed }]);
  });

  test.each(["", "nonsense", "01a2032a-a720-739d-8f21-c21224cf08cb"])("nobody has %j", async (id) =>
    expect(await unsubscribeByStaff(STAFF, id)).toBe(false),
  );

  test.each([
    ["is told where they had confirmed", new Date(), 1],
    ["is sent nothing where they had not: not for this mail either did they ask", null, 0],
  ])("the holder %s", async (_what, confirmedAt, mails) => {
    const email = `told-${mails}@example.com`;
    const id = await store(email, { confirmedAt });
    expect(await unsubscribeByStaff(STAFF, id)).toBe(true);
    expect(await db().$count(messageTable, eq(messageTable.recipient, email))).toBe(mails);
  });

  test("nobody who had left already", async () => {
    expect(await unsubscribeByStaff(STAFF, ended)).toBe(false);
  });
});
