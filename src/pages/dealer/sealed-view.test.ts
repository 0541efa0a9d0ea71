import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { storeDealership } from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { mailTo, tokenIn, useAccounts } from "#pages/account/account.fixture.ts";
import * as leadPage from "#pages/staff/lead.page.tsx";
import { db } from "#platform/database/database.server.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import * as page from "./sealed-view.page.tsx";

useAccounts();
afterEach(() => vi.useRealTimers());
beforeEach(() => db().delete(rateLimitTable));

const REASON = "The dealership submits to its own lender.";
let staff: SignedInUser;
let own: Awaited<ReturnType<typeof storeDealership>>;
let other: Awaited<ReturnType<typeof storeDealership>>;

beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
  own = await storeDealership("Own Autos");
  other = await storeDealership("Other Autos");
});

async function knock(
  handler: unknown,
  params: Record<string, string>,
  user: SignedInUser | null,
  fields?: Record<string, string>,
) {
  const body = fields && { method: "POST", body: new URLSearchParams(fields) };
  const request = new Request("http://site.test/x", body ?? {});
  const args = { request, params, context: makeContext({ user }) };
  const input: unknown = await (handler as (args: unknown) => Promise<unknown>)(args).catch(
    (thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    },
  );
  if (input instanceof Response) return { status: input.status, data: null };
  const { data = input, init } = input as { data?: unknown; init?: ResponseInit };
  return { status: init?.status ?? 200, data };
}

async function apply(boxes: Record<string, string> = { shareWithDealership: "yes" }) {
  const fields = rawFields({ ...CREDIT_APPLICANT, ...boxes, submissionId: randomUUID() });
  const visitor = readVisitor({ context: makeContext({ visitorHash: randomUUID() }) });
  const sent = await receivePost(creditApplicationHandler, fields, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { reference } = sent;
  await db()
    .update(leadTable)
    .set({ dealershipId: own.dealershipId })
    .where(eq(leadTable.reference, reference));
  return reference;
}

const give = (reference: string, user = staff, reason = REASON) =>
  knock(leadPage.action, { reference }, user, { intent: "sealed-view", reason });

async function given(reference: string): Promise<string> {
  expect((await give(reference)).status).toBe(200);
  const mail = await mailTo(own.leadEmail, new RegExp(`application ${reference}`));
  return tokenIn(mail, "/dealer/sealed");
}

const open = (token: string, user: SignedInUser | null = own.person) =>
  knock(page.action, { token }, user, {});

const reveals = (reference: string) =>
  db()
    .select()
    .from(auditTable)
    .where(
      sql`${auditTable.action} = 'sealed_answer_revealed' and ${auditTable.thingId} like ${`${reference}/%`}`,
    );

test("the dealership's people see them once, each on record before", async () => {
  const reference = await apply();
  const token = await given(reference);
  const seen = await knock(page.loader, { token }, own.person);
  expect(seen.data).toMatchObject({ view: { reference, firstName: "Chloé" } });
  expect(await reveals(reference)).toEqual([]);
  const opened = await open(token);
  expect(opened.data).toMatchObject({
    rows: [
      { label: "Date of birth", value: "1987-06-05" },
      { label: "Driver’s licence number", value: CREDIT_APPLICANT.licenseNumber },
      { label: "Social insurance number", value: "193456787" },
    ],
  });
  const records = await reveals(reference);
  expect(records.map(({ actorKind, accountId }) => [actorKind, accountId])).toEqual(
    Array.from({ length: 3 }, () => ["dealer", own.person.id]),
  );
  expect((await open(token)).status).toBe(410);
  expect((await knock(page.loader, { token }, own.person)).data).toEqual({ view: null });
});

test("of many at once one gets them", async () => {
  const token = await given(await apply());
  const responses = await Promise.all(Array.from({ length: 8 }, () => open(token)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test.each<[string, (reference: string, token: string) => Promise<{ status: number }>, number]>([
  ["nobody signed in", (_reference, token) => open(token, null), 401],
  ["another dealership", (_reference, token) => open(token, other.person), 410],
  ["staff", (_reference, token) => open(token, staff), 403],
  [
    "a factor that was proved too long ago",
    (_reference, token) => open(token, { ...own.person, lacksFreshFactor: true }),
    302,
  ],
  ["another token", () => open("x".repeat(43)), 410],
  [
    "a link of three days ago",
    (_reference, token) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 49 * 60 * 60_000 });
      return open(token);
    },
    410,
  ],
  [
    "an applicant who took it back",
    async (_reference, token) => {
      await db().update(consentTable).set({ withdrawnAt: new Date() });
      return open(token);
    },
    410,
  ],
])("not for %s", async (_name, attempt, status) => {
  const reference = await apply();
  const token = await given(reference);
  expect((await attempt(reference, token)).status).toBe(status);
  expect(await reveals(reference)).toEqual([]);
});

test.each<[string, () => Promise<{ status: number }>, number]>([
  ["without a reason", async () => give(await apply(), staff, ""), 422],
  [
    "with a stale factor",
    async () => give(await apply(), { ...staff, lacksFreshFactor: true }),
    302,
  ],
  ["by a dealer", async () => give(await apply(), own.person), 403],
  ["without consent to share", async () => give(await apply({ creditCheck: "yes" })), 409],
  [
    "where the words agreed to said that they stay with us",
    async () => {
      const reference = await apply();
      await db().update(consentTable).set({ textVersion: 1 });
      return give(reference);
    },
    409,
  ],
  [
    "of another form, whose consent to share names no sealed answer",
    async () => {
      const reference = await apply();
      await db().update(leadTable).set({ kind: "pre_approval" });
      return give(reference);
    },
    409,
  ],
])("no view is given %s", async (_name, attempt, status) => {
  expect((await attempt()).status).toBe(status);
});

test.each([
  ["salesperson", 200],
  ["reader", 403],
  ["stock", 403],
] as const)("a %s of the dealership is answered %i", async (role, status) => {
  const token = await given(await apply());
  const dealership = { id: own.dealershipId, role };
  expect((await knock(page.action, { token }, { ...own.person, dealership }, {})).status).toBe(
    status,
  );
});
