import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { recordConsents, withdrawConsent } from "#domain/lead/consents.server.ts";
import { messageTable, type MessageState } from "#domain/notification/message.table.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { m } from "#messages/messages.js";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { findLead } from "#domain/lead/lead-queries.server.ts";
import { leadPage } from "./lead.server.ts";
import { loadLead } from "./lead-view.server.ts";

useSite();

let by: SignedInUser;
let lead: Awaited<ReturnType<typeof storeLead>>;

beforeAll(async () => {
  const id = await storeStaff("Camille Roy");
  const email = `${id}@example.com`;
  by = { id, name: "Camille Roy", email, role: "staff", phone: null, locale: "en" };
});
beforeEach(async () => {
  lead = await storeLead();
});
async function post(fields: Record<string, string>, query = "") {
  const request = new Request(`http://site.test/staff/leads/${lead.reference}${query}`, {
    method: "POST",
    // As the note's form sends it, unless the fields name another command.
    body: new URLSearchParams({ form: "lead-note", ...fields }),
  });
  try {
    const context = makeContext({ user: by });
    const { reference } = lead;
    const { data, init } = await leadPage.action({ request, context, params: { reference } });
    if (!("view" in data)) return { status: init?.status, ...data };
    const [note] = data.view.questions;
    return { status: init?.status, refused: data.view.errorSummary?.text, note };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, location: thrown.headers.get("location") };
  }
}

test("a change leads back to the lead, beside the same list", async () => {
  const response = await post(
    { seen: "new", status: "contacted", note: "" },
    "?status=new&q=no%C3%A9",
  );
  expect(response).toEqual({
    status: 303,
    location: `/staff/leads/${lead.reference}?stage=new&q=no%C3%A9`,
  });
});

test("staff are told to leave alone who never agreed to a call, and who took that back", async () => {
  const isQuiet = async () => (await loadLead(lead.reference, "en", by))?.isQuiet;
  expect(await isQuiet()).toBe(true);
  const input = { text: "Call me.", textVersion: 1, locale: "fr", channel: "web" } as const;
  await recordConsents(db(), lead.submissionId, [
    { ...input, purpose: "share_with_dealership", givenAt: new Date() },
  ]);
  expect(await isQuiet()).toBe(true);
  await recordConsents(db(), lead.submissionId, [
    { ...input, purpose: "contact_about_request", givenAt: new Date() },
  ]);
  expect(await isQuiet()).toBe(false);
  const whenTakenBack = async () =>
    (await loadLead(lead.reference, "en", by))?.consents.map(({ withdrawn }) => withdrawn);
  expect(await whenTakenBack()).toEqual([null, null]);
  for (const { id } of (await findLead(lead.reference))?.consents ?? []) await withdrawConsent(id);
  expect(await isQuiet()).toBe(true);
  expect(await whenTakenBack()).toEqual([expect.any(String), expect.any(String)]);
});

test("a lead is passed on to the dealership that its sender agreed to, once", async () => {
  const { id: dealershipId } = await storeDealershipRow({ takesLeadKinds: ["pre_approval"] });
  await recordConsents(db(), lead.submissionId, [
    {
      purpose: "share_with_dealership",
      text: "Yes, share it.",
      textVersion: 1,
      locale: "en",
      channel: "test",
      dealershipId,
      givenAt: new Date(),
    },
  ]);
  const location = `/staff/leads/${lead.reference}`;
  expect(await post({ intent: "pass-on" })).toEqual({ status: 303, location });
  const found = await findLead(lead.reference);
  expect(found?.lead.dealershipId).toBe(dealershipId);
  expect(found?.events[0]).toMatchObject({ kind: "passed_on", byName: "Camille Roy" });
  const again = { status: 409, refused: m.staff_problem_not_passed_on() };
  expect(await post({ intent: "pass-on" })).toMatchObject(again);
});

test("a lead that nobody agreed to share is not passed on, and the page says so", async () => {
  const refused = { status: 409, refused: m.staff_problem_not_passed_on() };
  expect(await post({ intent: "pass-on" })).toMatchObject(refused);
  expect((await findLead(lead.reference))?.lead.dealershipId).toBeNull();
});

test("a stage pressed above the form goes before the one chosen in it, with the note", async () => {
  await post({ seen: "new", move: "lender", status: "new", note: "Sent the file" });
  const found = await findLead(lead.reference);
  expect(found?.lead.status).toBe("lender");
  expect(found?.events[0]).toMatchObject({ toStatus: "lender", note: "Sent the file" });
});

test.each([
  [{ seen: "new", status: "new", note: "" }, 422, m.staff_problem_nothing_to_save()],
  [{ seen: "contacted", status: "closed", note: "Kept" }, 409, m.staff_problem_changed_meanwhile()],
  [{ seen: "new", status: "sold", note: "Kept" }, 422, m.staff_problem_not_understood()],
  [{ note: "Kept" }, 422, m.staff_problem_not_understood()],
  [
    { seen: "new", status: "new", move: "sold", note: "Kept" },
    422,
    m.staff_problem_not_understood(),
  ],
])("%j answers %i and keeps the note", async (fields, status, refused) => {
  expect(await post(fields as Record<string, string>)).toMatchObject({
    status,
    refused,
    note: { value: fields.note },
  });
});

test.each([
  ["Their SIN is 130 692 544", "Their SIN is 130 692 544", /Social Insurance Number/],
  ["bell\u0007", "bell", /hidden character/],
  ["x".repeat(2_001), "x".repeat(2_001), /2,000 characters/],
])(
  "the note %j is refused at its field and kept, and nothing is moved",
  async (typed, value, error) => {
    const response = await post({ seen: "new", status: "lender", note: typed });
    expect(response).toMatchObject({
      status: 422,
      note: { value, error: expect.stringMatching(error) },
    });
    expect((await findLead(lead.reference))?.lead.status).toBe("new");
  },
);

test("a call is kept with one press, and a note that is refused is kept as typed", async () => {
  const call = (fields: Record<string, string>) => post({ form: "lead-call", ...fields });
  expect((await call({ outcome: "voicemail", said: "" })).status).toBe(303);
  expect((await findLead(lead.reference))?.lead.firstContactAt).toBeNull();
  const said = "Their SIN is 130 692 544";
  expect(await call({ outcome: "reached", said })).toMatchObject({
    status: 422,
    note: { value: said, error: expect.stringMatching(/Social Insurance Number/) },
  });
  expect(await call({ outcome: "gone", said: "Kept" })).toMatchObject({
    status: 422,
    refused: m.staff_problem_not_understood(),
    note: { value: "Kept" },
  });
  expect((await call({ outcome: "reached", said: "Wants an SUV" })).status).toBe(303);
  const view = await loadLead(lead.reference, "en", by);
  expect(view?.events.slice(0, 2)).toMatchObject([
    { title: m.lead_call_event_reached(), note: "Wants an SUV" },
    { title: m.lead_call_event_voicemail(), note: null },
  ]);
  expect(view?.clock).toMatchObject({ state: "none", promise: null });
});

describe("sending a message again", () => {
  async function storeMessage(state: MessageState, leadId = lead.id) {
    const id = randomUUID();
    const recipient = "leads@example.com";
    await db().insert(messageTable).values({
      id,
      key: id,
      event: "lead_adf",
      channel: "adf_email",
      recipient,
      locale: "en",
      leadId,
      state,
    });
    return id;
  }

  test("puts one that was given up back on its way", async () => {
    const retry = await storeMessage("dead");
    expect((await post({ intent: "send-again", retry })).status).toBe(303);
    const found = await findLead(lead.reference);
    expect(found?.messages).toMatchObject([{ id: retry, state: "waiting" }]);
  });

  test("refuses one that is not given up", async () => {
    expect(await post({ intent: "send-again", retry: await storeMessage("sent") })).toMatchObject({
      status: 409,
      refused: m.staff_problem_not_retried(),
    });
  });

  test("refuses one of another lead, an unknown one, and what is no id", async () => {
    const other = await storeLead();
    const retry = await storeMessage("dead", other.id);
    for (const id of [retry, randomUUID(), "1; drop table lead", ""]) {
      expect(await post({ intent: "send-again", retry: id })).toMatchObject({
        status: 404,
        refused: m.staff_problem_not_found(),
      });
    }
    const [untouched] = await db().select().from(messageTable).where(eq(messageTable.id, retry));
    expect(untouched?.state).toBe("dead");
  });
});
