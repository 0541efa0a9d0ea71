import { beforeAll, beforeEach, expect, test } from "vitest";
import { recordConsents } from "#domain/lead/consents.server.ts";
import { openHandover } from "#domain/lead/handover.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { storeDealership } from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { dealerLeadPage } from "./dealer-lead.server.ts";
import { dealerLeadsPage } from "./dealer-leads.server.ts";

useSite();

let lakeshore: Awaited<ReturnType<typeof storeDealership>>;
let queen: Awaited<ReturnType<typeof storeDealership>>;
beforeAll(async () => {
  lakeshore = await storeDealership("Lakeshore Lane");
  queen = await storeDealership("Queen Street");
});

let reference: string;
beforeEach(async () => {
  const { dealershipId } = lakeshore;
  const contact = { phone: "+14165550147", email: "noah@example.com", city: "Toronto" };
  const lead = await storeLead({ ...contact, dealershipId });
  reference = lead.reference;
  await recordConsents(db(), lead.submissionId, [
    {
      purpose: "share_with_dealership",
      text: "I agree that Lakeshore Lane receives it.",
      textVersion: 1,
      locale: "en",
      channel: "web:test",
      dealershipId,
      givenAt: now(),
    },
  ]);
  await db().transaction((transaction) => openHandover(transaction, lead, dealershipId));
});

function makeArgs(at: typeof lakeshore, fields?: Record<string, string>) {
  const { person, dealershipId } = at;
  const user = { ...person, dealership: { id: dealershipId, role: "manager" as const } };
  const post = fields && { method: "POST", body: new URLSearchParams(fields) };
  return {
    request: new Request(`http://site.test/dealer/leads/${reference}`, post),
    context: makeContext({ user }),
    params: { reference },
  };
}

const load = (at = lakeshore) => dealerLeadPage.loader(makeArgs(at));

async function post(fields: Record<string, string>) {
  try {
    const { data, init } = await dealerLeadPage.action(makeArgs(lakeshore, fields));
    const errors = data && "fieldErrors" in data ? data.fieldErrors : [];
    return { status: init?.status, fields: errors.map(({ field }) => field) };
  } catch (thrown) {
    if (thrown instanceof Response)
      return { status: thrown.status, to: thrown.headers.get("location") };
    throw thrown;
  }
}

test("shows its dealership how to reach the person and what they agreed to, and no other one", async () => {
  expect(await load()).toMatchObject({
    name: "Noah Tremblay",
    step: "waiting",
    phone: { href: "+14165550147" },
    email: "noah@example.com",
    consents: [{ text: "I agree that Lakeshore Lane receives it." }],
    presses: { "accept-lead": "accept-lead" },
  });
  await expect(load(queen)).rejects.toMatchObject({ init: { status: 404 } });
});

test("is accepted once, gets a result with what that needs, and a note", async () => {
  const page = `/dealer/leads/${reference}`;
  expect(await post({ intent: "accept-lead" })).toEqual({
    status: 303,
    to: `${page}?done=accepted`,
  });
  expect(await post({ intent: "accept-lead" })).toMatchObject({ status: 409 });
  const result = { form: "lead-result" };
  expect(await post(result)).toEqual({ status: 422, fields: ["result"] });
  expect(await post({ ...result, result: "sold" })).toEqual({ status: 422, fields: ["soldValue"] });
  expect(await post({ ...result, result: "lost" })).toEqual({
    status: 422,
    fields: ["resultNote"],
  });
  expect(await post({ ...result, result: "sold", soldValue: "21900" })).toMatchObject({
    status: 303,
  });
  expect(await post({ form: "dealer-note", note: "Paid in full." })).toMatchObject({ status: 303 });
  const { events, step } = await load();
  expect(step).toBe("done");
  expect(events.map(({ title, note }) => [title, note])).toEqual([
    [m.staff_event_dealer_accepted(), null],
    [m.staff_event_dealer_outcome_sold({ price: "$21,900" }), null],
    [m.staff_event_dealer_note(), "Paid in full."],
  ]);
});

test("passed on, it is in the list without a name, and a press on it says that it is gone", async () => {
  expect(await post({ form: "pass-lead" })).toEqual({ status: 422, fields: ["reason"] });
  expect(await post({ form: "pass-lead", reason: "too_far" })).toEqual({
    status: 303,
    to: `/dealer/leads?passed=${reference}`,
  });
  expect(await post({ intent: "accept-lead" })).toEqual({
    status: 303,
    to: "/dealer/leads?gone=1",
  });
  const { leads } = await dealerLeadsPage.loader(makeArgs(lakeshore));
  const row = leads.find((each) => each.reference === reference);
  expect(row).toMatchObject({ state: "over", text: m.dealer_leads_given_up() });
  expect(JSON.stringify(row)).not.toContain("Tremblay");
});
