import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { withinRequest } from "#platform/request/request-scope.server.ts";
import type { Role } from "#values/role.ts";
import { RECIPIENTS } from "./events/event.ts";
import { EVENTS } from "./events/events.ts";
import { decideMails, MailRefused } from "./mail-budget.server.ts";
import { messageTable } from "./message.table.ts";
import { configureMessages } from "./message-owners.server.ts";
import { noOwners, SITE_ORIGIN, useMessages } from "./notification.fixture.ts";
import { canSendAgain, type NewMessage, notify } from "./notify.server.ts";

// Few connections, so that an e-mail that needs a second one of them would wait for ever.
useMessages({ maxConnections: 4 });
beforeEach(async () => {
  await db().delete(messageTable);
  await db().execute(sql`delete from rate_limit`);
});

type From = { ipAddress?: string; visitorHash?: string; user?: { id: string; role: Role } };

/** A request from a new IP address without visitor or user, unless they are given. */
const request = ({ ipAddress, visitorHash, user }: From = {}) => ({
  ipAddress: ipAddress ?? `2001:${randomUUID().slice(0, 4)}:1::1`,
  visitorHash: visitorHash ?? randomUUID(),
  user: user ?? null,
});

const EXAMPLES = {
  sign_in: { event: "account_reset_password" },
  asker: { event: "account_sign_up" },
  unconfirmed: { event: "lead_confirmation" },
  dealership: { event: "lead_adf" },
} as const;

function cause(kind: keyof typeof EXAMPLES, from: From): Promise<boolean> {
  const to = `${randomUUID()}@example.com`;
  const message: NewMessage = { ...EXAMPLES[kind], to, locale: "en", leadId: randomUUID() };
  return withinRequest(request(from), () =>
    db().transaction((transaction) => notify(transaction, message)),
  );
}

const countIn = (state: "waiting" | "dead") =>
  db().$count(
    messageTable,
    and(eq(messageTable.state, state), sql`event not in ('mail_budget_spent')`),
  );

test("every message says to whom it goes, and so what it is counted against", () => {
  const listed = Object.entries(EVENTS).map(([name, { recipient }]) => ({ name, recipient }));
  const ofKind = Map.groupBy(listed, ({ recipient }) => recipient);
  const names = RECIPIENTS.map((recipient) => [
    recipient,
    (ofKind.get(recipient) ?? []).map(({ name }) => name).toSorted(),
  ]);
  expect(Object.fromEntries(names)).toMatchSnapshot();
  const ways = listed.filter(({ recipient }) => recipient === "no_mail");
  expect(ways.map(({ name }) => EVENTS[name as keyof typeof EVENTS].channel)).not.toContain(
    "email",
  );
});

const user = (id: string) => ({ id, role: "buyer" }) as const;

test.each<[string, number, (index: number) => From]>([
  ["a visitor", 10, () => ({ visitorHash: "one" })],
  ["an account", 10, () => ({ user: user("one") })],
  ["an IPv4 address", 20, () => ({ ipAddress: "203.0.113.7" })],
  ["a /64", 20, (index) => ({ ipAddress: `2001:db8:1:2::${index}` })],
  ["a /24", 40, (index) => ({ ipAddress: `203.0.113.${index}` })],
  ["a /56", 40, (index) => ({ ipAddress: `2001:db8:1:${index}::1` })],
  ["a /48", 80, (index) => ({ ipAddress: `2001:db8:1:${index}00::1` })],
])("%s causes no more than %i confirmations an hour", async (_who, most, from) => {
  const sent: boolean[] = [];
  for (let index = 0; index < most + 12; index += 8) {
    const combined = Array.from({ length: 8 }, (_, each) => from(index + each));
    sent.push(...(await Promise.all(combined.map((each) => cause("unconfirmed", each)))));
  }
  expect(sent.filter(Boolean)).toHaveLength(most);
  // E-mails that may not be sent have no row.
  expect([await countIn("waiting"), await countIn("dead")]).toEqual([most, 0]);
  expect(await cause("unconfirmed", {})).toBe(true);
});

test("the site sends no more of a kind than its share, whoever causes them", async () => {
  const all = Array.from({ length: 620 }, () =>
    withinRequest(request(), () => decideMails(["unconfirmed"])),
  );
  const sent = (await Promise.all(all)).flat().filter((decision) => decision === "send");
  expect(sent).toHaveLength(600);
  // Another kind has its own budget.
  expect(await cause("dealership", {})).toBe(true);
});

test("what was asked for is refused with the asking; nothing of it is stored", async () => {
  const from = { visitorHash: "asks" };
  for (let times = 0; times < 10; times += 1) await cause("asker", from);
  const refused = await cause("asker", from).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MailRefused);
  expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) });
  expect(await countIn("waiting")).toBe(10);
  // A flood of one kind does not keep anybody from signing in.
  expect(await cause("sign_in", from)).toBe(true);
});

test("what goes to a dealership is held, and staff can send it", async () => {
  const from = { visitorHash: "floods" };
  for (let times = 0; times < 32; times += 1) await cause("dealership", from);
  expect([await countIn("waiting"), await countIn("dead")]).toEqual([30, 2]);
  const [withheld] = await db().select().from(messageTable).where(eq(messageTable.state, "dead"));
  expect(withheld?.lastError).toContain("Held back");
  expect(withheld && canSendAgain(withheld)).toBe(true);
});

test.each<[string, From]>([
  ["staff", { user: { id: "staff", role: "staff" }, ipAddress: "198.51.100.1" }],
  ["an administrator", { user: { id: "admin", role: "admin" }, ipAddress: "198.51.100.1" }],
])("%s is not counted", async (_who, from) => {
  const all = Array.from({ length: 25 }, () => cause("unconfirmed", from));
  expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
});

test("what nobody's request causes is not counted", async () => {
  const to = "job@example.com";
  const send = () =>
    db().transaction((transaction) =>
      notify(transaction, { event: "lead_confirmation", to, locale: "en" }),
    );
  for (let times = 0; times < 25; times += 1) expect(await send()).toBe(true);
});

test("administrators hear of it once, of one sender and of the site", async () => {
  const notified: string[] = [];
  const raise = async ({ whose }: { whose: string }) => void notified.push(whose);
  configureMessages(SITE_ORIGIN, { ...noOwners, mail_budget_spent: { raise } });
  onTestFinished(() => configureMessages(SITE_ORIGIN, noOwners));
  const all = Array.from({ length: 30 }, () => cause("unconfirmed", { visitorHash: "one" }));
  await Promise.all(all);
  expect(notified).toEqual(["sender"]);
});
