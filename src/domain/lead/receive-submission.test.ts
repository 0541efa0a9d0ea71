import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { IN_CALGARY, storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { startSenders } from "#domain/notification/senders.server.ts";
import { defineForm } from "#forms/define-form.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { leadTable } from "./lead.table.ts";
import { moveLeads } from "./move-leads.server.ts";
import {
  receiveSubmission,
  replaceSubmission,
  type Submission,
} from "./receive-submission.server.ts";

useTestDatabase();

const form = defineForm({
  name: "test-form",
  version: 3,
  basePath: "/test",
  messagePrefix: "test",
  steps: [
    {
      slug: "all",
      questions: [
        { kind: "text", name: "companyName" },
        { kind: "date", name: "dateOfBirth", must: "be a birthday", sealed: true },
      ],
    },
  ],
});

beforeAll(async () => {
  const read = readEnv({ DATA_DIR: await mkdtemp(join(tmpdir(), "submission-")), DEMO: "1" });
  if (!read.ok) throw new Error(read.problems.join());
  await startVault(read.env);
  startSenders(read.env);
  await storeDealershipRow({
    ...IN_CALGARY,
    name: "Bow River Auto",
    leadEmail: "leads@bow-river.example",
    servedRadiusKm: 200,
    takesLeadKinds: ["pre_approval"],
  });
});

function submission(changes: Partial<Submission> = {}): Submission {
  return {
    id: randomUUID(),
    form,
    answers: { companyName: "Prairie Steel", dateOfBirth: "1987-06-05" },
    locale: "en",
    facts: {
      kind: "pre_approval",
      firstName: "Noah",
      lastName: "Tremblay",
      email: "noah@example.com",
      phone: "+14035550147",
      phoneVerifiedAt: new Date(),
      city: "Calgary",
      provinceCode: "AB",
      lat: 51.04,
      lon: -114.06,
    },
    consents: [
      {
        purpose: "share_with_dealership",
        text: "Yes, share it.",
        textVersion: 1,
        locale: "en",
        channel: "test",
        givenAt: new Date(),
      },
    ],
    ...changes,
  };
}

async function readRows(submissionId: string) {
  const { rows } = await db().execute<Record<string, number>>(sql`
    select
      (select count(*)::int from submission where id = ${submissionId}) as submissions,
      (select count(*)::int from lead where submission_id = ${submissionId}) as leads,
      (select count(*)::int from consent where submission_id = ${submissionId}) as consents,
      (select count(*)::int from message d join lead l on l.id = d.lead_id where l.submission_id = ${submissionId}) as messages`);
  return rows[0];
}

test("a submission brings its consent, its lead and the messages that it owes", async () => {
  const sent = submission();
  const received = await receiveSubmission(sent);
  expect(received).toEqual({
    reference: expect.stringMatching(/^[A-HJ-NPR-Y2-9]{8}$/),
    repeated: false,
  });
  expect(await readRows(sent.id)).toEqual({
    submissions: 1,
    leads: 1,
    consents: 1,
    messages: 2,
  });
});

test.each([
  ["is on record where it is", new Date(), ["email_confirmed"]],
  ["is not on record where nobody did", null, []],
])("that the address is confirmed %s", async (_what, emailConfirmedAt, kinds) => {
  const sent = submission();
  await receiveSubmission({ ...sent, facts: { ...sent.facts, email: null, emailConfirmedAt } });
  const { rows } = await db().execute(sql`
    select e.kind from lead_event e join lead l on l.id = e.lead_id
    where l.submission_id = ${sent.id} and e.kind = 'email_confirmed'`);
  expect(rows.map(({ kind }) => kind)).toEqual(kinds);
});

test("who agreed to share with one that was named shares with that one, wherever they live", async () => {
  const named = await storeDealershipRow({ name: "Far Away Cars", servedProvinces: ["NS"] });
  const sent = submission();
  const consents = sent.consents.map((each) => ({ ...each, dealershipId: named.id }));
  await receiveSubmission({ ...sent, facts: { ...sent.facts, email: null }, consents });
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.submissionId, sent.id));
  expect(lead?.dealershipId).toBe(named.id);
});

test("the same submission fifty times at once is one lead with one reference", async () => {
  const sent = submission();
  const all = await Promise.all(Array.from({ length: 50 }, () => receiveSubmission(sent)));
  expect(new Set(all.map(({ reference }) => reference)).size).toBe(1);
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(await readRows(sent.id)).toEqual({
    submissions: 1,
    leads: 1,
    consents: 1,
    messages: 2,
  });
});

test("without consent to share, no dealership gets the lead, whatever else was agreed to", async () => {
  const { consents } = submission();
  const sent = submission({
    consents: consents.map((each) => ({ ...each, purpose: "contact_about_request" as const })),
  });
  await receiveSubmission(sent);
  expect(await readRows(sent.id)).toEqual({
    submissions: 1,
    leads: 1,
    consents: 1,
    messages: 1,
  });
  const { rows } = await db().execute(
    sql`select dealership_id from lead where submission_id = ${sent.id}`,
  );
  expect(rows).toEqual([{ dealership_id: null }]);
});

test("a failure halfway leaves nothing behind", async () => {
  // The text's version is no number, so that the consent cannot be stored.
  const [consent] = submission().consents;
  const broken = submission({ consents: [{ ...consent!, textVersion: Number.NaN }] });
  await expect(receiveSubmission(broken)).rejects.toThrow(/violates not-null|Failed query/);
  expect(await readRows(broken.id)).toEqual({
    submissions: 0,
    leads: 0,
    consents: 0,
    messages: 0,
  });
});

test("sealed answers are apart from the others and unreadable", async () => {
  const sent = submission();
  await receiveSubmission(sent);
  const { rows } = await db().execute(
    sql`select answers::text, encode(sealed_answers, 'escape') as sealed from submission where id = ${sent.id}`,
  );
  expect(rows[0]?.["answers"]).toBe('{"companyName": "Prairie Steel"}');
  expect(String(rows[0]?.["sealed"])).not.toContain("1987");
});

/**
 * A lead, another transaction that moves it to a stage, and the lead's stage and history in the
 * end.
 */
async function moving() {
  const { id } = submission();
  await receiveSubmission(submission({ id }));
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.submissionId, id));
  const isLead = eq(leadTable.id, lead?.id ?? "");
  return {
    id,
    moveTo: (status: "closed" | "delivered") => (transaction: Transaction) =>
      transaction.update(leadTable).set({ status }).where(isLead),
    status: async () => (await db().select().from(leadTable).where(isLead))[0]?.status,
  };
}

test("a lead that staff close while its sender changes the bid is open again", async () => {
  const { id, moveTo, status } = await moving();
  await crossing(moveTo("closed"), () =>
    db().transaction((transaction) =>
      replaceSubmission(transaction, submission(), { replacedId: id, note: "$20,000" }),
    ),
  );
  expect(await status()).toBe("new");
});

test("a lead that staff have delivered a moment ago is not moved back by what happens to it", async () => {
  const { id, moveTo, status } = await moving();
  await crossing(moveTo("delivered"), () =>
    db().transaction((transaction) =>
      moveLeads(transaction, [id], {
        kind: "bid_moved",
        note: "passed_over",
        to: "closed",
        except: ["delivered"],
        byUserId: null,
      }),
    ),
  );
  expect(await status()).toBe("delivered");
});
