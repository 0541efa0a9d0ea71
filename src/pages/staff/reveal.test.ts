import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { REVEALS_A_DAY } from "#domain/lead/reveal-sealed.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { loadApplications } from "#pages/account/my-requests/applications.server.ts";
import { db } from "#platform/database/database.server.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import * as leadPage from "./lead.page.tsx";

const site = useSite();

const SIN = "193 456 787";
const REASON = "The lender asks for it to pull the file.";

let staff: SignedInUser;
let applicant: SignedInUser;
let dealer: SignedInUser;
let reference: string;
let seen = 0;

beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
  dealer = await storePerson("Dana Dealer", { role: "dealer" });
  applicant = await storePerson("Chloé Gagnon");
});

beforeEach(async () => {
  await db().delete(rateLimitTable);
  const [newest] = (await records(0)).toReversed();
  seen = newest?.position ?? 0;
  reference = await apply();
});

async function apply(changed: Record<string, string> = {}): Promise<string> {
  const fields = rawFields({ ...CREDIT_APPLICANT, ...changed, submissionId: randomUUID() });
  const visitor = readVisitor({ context: makeContext({ user: applicant }) });
  const sent = await receivePost(creditApplicationHandler, fields, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return sent.reference;
}

const records = (after = seen) =>
  db()
    .select()
    .from(auditTable)
    .where(gt(auditTable.position, after))
    .orderBy(asc(auditTable.position));

const reveals = async () =>
  (await records()).filter(
    ({ action, outcome }) => action === "sealed_answer_revealed" && outcome === "done",
  );

type RevealResponse = { status: number; location: string | null; body: Record<string, unknown> };

async function ask(user: SignedInUser | null, fields: Record<string, string>, method = "POST") {
  const handler = method === "POST" ? leadPage.action : leadPage.loader;
  const request = new Request(`http://site.test/staff/leads/${reference}`, {
    method,
    ...(method === "POST" && { body: new URLSearchParams(fields) }),
  });
  const args = { request, params: { reference }, context: makeContext({ user }) };
  const input: unknown = await (handler as (args: unknown) => Promise<unknown>)(args).catch(
    (thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    },
  );
  if (input instanceof Response) {
    return { status: input.status, location: input.headers.get("location"), body: {} };
  }
  const { data = input, init } = input as { data?: unknown; init?: ResponseInit };
  return {
    status: init?.status ?? 200,
    location: null,
    body: data,
    cacheControl: new Headers(init?.headers).get("cache-control"),
  } as RevealResponse & { cacheControl?: string | null };
}

test("with a fresh factor and a reason it is shown, after it went on record", async () => {
  const response = await ask(staff, { intent: "reveal", reveal: "sinNumber", reason: REASON });
  expect(response).toMatchObject({
    status: 200,
    cacheControl: "no-store",
    body: { question: "sinNumber", ok: true, value: SIN },
  });
  expect(await reveals()).toMatchObject([
    { accountId: staff.id, thingKind: "sealed_value", thingId: `${reference}/sinNumber` },
  ]);
  // Masked again afterwards: a page shows it only in the response to such a post.
  const page = JSON.stringify(await ask(staff, {}, "GET"));
  expect(page).toContain("••••");
  expect(page).not.toContain(SIN);
  expect(page).not.toContain(SIN.replaceAll(" ", ""));
  expect(page).toContain(REASON);
});

const good = { intent: "reveal", reveal: "sinNumber", reason: REASON };
type RevealInput = {
  user?: () => SignedInUser | null;
  fields?: Record<string, string>;
  before?: () => Promise<unknown>;
};

test.each<[string, RevealInput, Partial<RevealResponse>]>([
  ["nobody signed in", { user: () => null }, { status: 401 }],
  ["the applicant", { user: () => applicant }, { status: 403 }],
  ["a dealer", { user: () => dealer }, { status: 403 }],
  [
    "staff without a second factor",
    { user: () => ({ ...staff, lacksSecondFactor: true, lacksFreshFactor: true }) },
    { status: 302, location: "/account/security" },
  ],
  [
    "a factor that was proved too long ago",
    { user: () => ({ ...staff, lacksFreshFactor: true }) },
    { status: 302, location: expect.stringMatching(/^\/account\/confirm\?/) as never },
  ],
  [
    "no reason",
    { fields: { intent: "reveal", reveal: "sinNumber", reason: "  " } },
    { status: 422 },
  ],
  [
    "a reason of a word",
    { fields: { intent: "reveal", reveal: "sinNumber", reason: "lender" } },
    { status: 422 },
  ],
  [
    "an essay",
    { fields: { intent: "reveal", reveal: "sinNumber", reason: "x".repeat(501) } },
    { status: 422 },
  ],
  [
    "a reason with a hidden character",
    { fields: { intent: "reveal", reveal: "sinNumber", reason: `${REASON}\u0007` } },
    { status: 422 },
  ],
  [
    "a reason with somebody's SIN",
    { fields: { intent: "reveal", reveal: "sinNumber", reason: "Compare it with 130 692 544" } },
    { status: 422 },
  ],
  ["an answer that is not sealed", { fields: { ...good, reveal: "city" } }, { status: 404 }],
  ["an answer that no form asks", { fields: { ...good, reveal: "__proto__" } }, { status: 404 }],
  [
    "sealed answers that retention took",
    { before: () => db().update(submissionTable).set({ sealedAnswers: null }) },
    { status: 410 },
  ],
  [
    "as many as a day allows",
    {
      before: async () => {
        for (let time = 0; time < REVEALS_A_DAY; time += 1) {
          expect((await ask(staff, { ...good, reveal: "dateOfBirth" })).status).toBe(200);
        }
        seen = (await records()).at(-1)?.position ?? seen;
      },
    },
    { status: 429 },
  ],
])("refused to or for %s", async (_name, input, expected) => {
  await input.before?.();
  const response = await ask(input.user ? input.user() : staff, input.fields ?? good);
  expect(response).toMatchObject(expected);
  expect(JSON.stringify(response)).not.toMatch(/193[ ]?456[ ]?787/);
  expect(await reveals()).toEqual([]);
});

test("where it cannot go on record it is not shown, nor is anything else of it kept", async () => {
  await site.asOwner(async (owner) => {
    await owner.execute(sql`
      create function refuse_audit() returns trigger language plpgsql as
        $$ begin raise exception 'the log takes nothing'; end $$`);
    await owner.execute(sql`
      create trigger refuse_audit before insert on ${auditTable}
      for each row execute function refuse_audit()`);
  });
  try {
    const requested = ask(staff, good).then(
      (response) => response,
      (error: unknown) => ({ failed: inspect(error, { depth: 9 }) }),
    );
    const answer = inspect(await requested, { depth: 9 });
    expect(answer).toContain("the log takes nothing");
    expect(answer).not.toMatch(/193[ ]?456[ ]?787/);
  } finally {
    await site.asOwner((owner) => owner.execute(sql`drop function refuse_audit cascade`));
  }
  expect(await reveals()).toEqual([]);
  const retained = eq(leadEventTable.kind, "sealed_revealed");
  const [lead] = await db()
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.reference, reference));
  expect(
    await db().$count(leadEventTable, and(retained, eq(leadEventTable.leadId, lead!.id))),
  ).toBe(0);
  // The same post succeeds when the audit log accepts records again.
  expect((await ask(staff, good)).status).toBe(200);
});

test("an optional one that was not given says so, and that it was asked is on record", async () => {
  reference = await apply({ sinNumber: "" });
  expect((await ask(staff, good)).status).toBe(404);
  expect(await reveals()).toHaveLength(1);
});

test("the applicant sees who opened what, and the lead's history says why", async () => {
  await ask(staff, { intent: "reveal", reveal: "licenseNumber", reason: REASON });
  const applications = await loadApplications({
    request: new Request("http://site.test/account/applications"),
    context: makeContext({ user: applicant, locale: "fr" }),
  });
  const mine = applications.find((each) => each.reference === reference);
  expect(mine?.views).toMatchObject([
    {
      by: "Personnel de Rouvia",
      sealed: "a ouvert une réponse chiffrée\u00a0: Numéro de permis de conduire",
    },
  ]);
  const events = await db()
    .select({ byUserId: leadEventTable.byUserId, note: leadEventTable.note })
    .from(leadEventTable)
    .innerJoin(leadTable, eq(leadTable.id, leadEventTable.leadId))
    .where(and(eq(leadTable.reference, reference), eq(leadEventTable.kind, "sealed_revealed")));
  expect(events).toEqual([{ byUserId: staff.id, note: `licenseNumber: ${REASON}` }]);
});
