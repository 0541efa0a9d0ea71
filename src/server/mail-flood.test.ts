import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { sql } from "drizzle-orm";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { withinRequest } from "#platform/request/request-scope.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import { serveApp } from "./app.fixture.ts";
import { useSite } from "./site.fixture.ts";

useSite();
beforeEach(async () => {
  await db().execute(sql`delete from rate_limit`);
  await db().execute(sql`delete from outbox_message`);
});

/** A whole application that names two strangers. */
const fieldsOf = (index: number, isFromPage: boolean): Record<string, string> => ({
  ...CREDIT_APPLICANT,
  firstName: `Claim ${index}`,
  creditCheck: "yes",
  shareWithDealership: "yes",
  email: `stranger-${index}@example.net`,
  coApplicantFirstName: "Friend",
  coApplicantLastName: "Urgent",
  coApplicantEmail: `named-${index}@example.net`,
  ...(isFromPage && { submissionId: randomUUID() }),
});

/** Posts it; returns whether it was accepted. */
async function flood(
  index: number,
  { ipAddress, isFromPage }: { ipAddress: string; isFromPage: boolean },
): Promise<boolean> {
  const visitorHash = randomUUID();
  const fields = rawFields(fieldsOf(index, isFromPage));
  const { context } = browser({ visitorHash, ipAddress });
  const sent = await withinRequest({ user: null, ipAddress, visitorHash }, () =>
    receivePost(creditApplicationHandler, fields, readVisitor({ context })),
  );
  return sent.ok;
}

async function countMails() {
  await sendDueMessages();
  const strangers = (await listOutbox({ limit: 2_000 })).filter(({ to }) =>
    to.endsWith("@example.net"),
  );
  const named = strangers.filter(({ to }) => to.startsWith("named-"));
  expect(JSON.stringify(strangers)).not.toMatch(/Claim|Friend|Urgent/u);
  return { confirmations: strangers.length - named.length, invitations: named.length };
}

test("200 posts over the wire, twenty at a time, mail no stranger anything", async () => {
  const before = env();
  const app = await serveApp({ DEMO: "1" });
  onTestFinished(async () => {
    await app.close();
    setEnv(before);
  });
  const statuses: number[] = [];
  const post = async (index: number) => {
    const body = new URLSearchParams(fieldsOf(index, false));
    const headers = { accept: "application/json", "x-forwarded-for": "203.0.113.10" };
    const address = `${app.origin}/forms/credit-application`;
    const response = await fetch(address, { method: "POST", headers, body });
    statuses.push(response.status);
    await response.body?.cancel();
  };
  for (let index = 0; index < 200; index += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, each) => post(index + each)));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 422)).toHaveLength(190);
  expect(await countMails()).toEqual({ confirmations: 0, invitations: 0 });
});

test("a page that posts over the wire is counted by its address", async () => {
  const before = env();
  const app = await serveApp({ DEMO: "1" });
  onTestFinished(async () => {
    await app.close();
    setEnv(before);
  });
  const post = async (index: number) => {
    const fields = { name: "Camille Roy", subject: "Hello", message: "Please call." };
    const body = new URLSearchParams({ ...fields, email: `stranger-${index}@example.net` });
    const headers = { accept: "application/json", "x-forwarded-for": "203.0.113.11" };
    const address = `${app.origin}/forms/call-back`;
    return (await fetch(address, { method: "POST", headers, body })).status;
  };
  const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => post(index)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await countMails()).toEqual({ confirmations: 20, invitations: 0 });
  const alarms = await db().execute(
    sql`select recipient from message where event = 'mail_budget_spent'`,
  );
  expect(alarms.rows).toEqual([{ recipient: site.email }]);
});

test.each<[string, boolean, (index: number) => string, object]>([
  [
    "200 posts of a program, from one address",
    false,
    () => "203.0.113.9",
    { taken: 10, confirmations: 0, invitations: 0 },
  ],
  [
    "200 posts as our page sends them, from one address",
    true,
    () => "203.0.113.9",
    { taken: 10, confirmations: 10, invitations: 0 },
  ],
  [
    "200 posts from as many /64s of one /56",
    true,
    (index) => `2001:db8:7:${index.toString(16)}::1`,
    { taken: 40, confirmations: 40, invitations: 0 },
  ],
  [
    "200 posts from as many /56s of one /48",
    true,
    (index) => `2001:db8:7:${index.toString(16)}00::1`,
    { taken: 80, confirmations: 80, invitations: 0 },
  ],
])("%s", async (_what, isFromPage, addressOf, expected) => {
  let taken = 0;
  for (let index = 0; index < 200; index += 1) {
    if (await flood(index, { ipAddress: addressOf(index), isFromPage })) taken += 1;
  }
  expect({ taken, ...(await countMails()) }).toEqual(expected);
});
