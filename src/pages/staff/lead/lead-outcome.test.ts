import { beforeAll, expect, test } from "vitest";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { findLead } from "#domain/lead/lead-queries.server.ts";
import { listOfferedReasons } from "#domain/lead/outcome-reasons.server.ts";
import { leadPage } from "#pages/staff/lead.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { loadOutcome } from "./lead-outcome.server.ts";

useSite();

let user: SignedInUser;
beforeAll(async () => {
  const id = await storeStaff("Camille Roy");
  const email = `${id}@example.com`;
  user = { id, name: "Camille Roy", email, role: "staff", phone: null, locale: "en" };
});

async function post(reference: string, fields: Record<string, string>) {
  const request = new Request(`http://site.test/staff/leads/${reference}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  try {
    const context = makeContext({ user });
    const { data, init } = await leadPage.action({ request, context, params: { reference } });
    const questions = "view" in data ? data.view.questions : [];
    return {
      status: init?.status,
      errors: questions.flatMap(({ error }) => error ?? []),
      values: questions.map((question) => ("value" in question ? question.value : undefined)),
    };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status };
  }
}

const outcomeOf = async (reference: string) => {
  const found = await findLead(reference);
  if (!found) throw new Error("no such lead");
  return loadOutcome(found.lead, "en");
};

test("a sale keeps its value and lender", async () => {
  const { reference } = await storeLead();
  const won = { form: "lead-won", intent: "lead-won", soldValue: "18,500", lender: "Desjardins" };
  expect(await post(reference, { ...won, soldOn: today() })).toEqual({ status: 303 });
  expect(await outcomeOf(reference)).toMatchObject({
    current: { result: "won", text: "$18,500 · Desjardins" },
    isMissing: false,
  });
});

test("a refused form says what is missing and keeps what was typed", async () => {
  const { reference } = await storeLead();
  const won = { form: "lead-won", intent: "lead-won", lender: "Desjardins", soldOn: "" };
  const refused = await post(reference, won);
  expect(refused).toMatchObject({ status: 422, errors: ["Enter the date of the sale"] });
  expect(refused.values).toContain("Desjardins");
  const lost = { form: "lead-lost", intent: "lead-lost", reason: "gone", lostOn: today() };
  expect(await post(reference, lost)).toMatchObject({
    status: 422,
    errors: ["Choose why it was lost"],
  });
});

test("a lost lead names its reason", async () => {
  const { reference } = await storeLead();
  const [reason] = await listOfferedReasons("en");
  const lost = { form: "lead-lost", intent: "lead-lost", reason: reason?.id ?? "" };
  expect(await post(reference, { ...lost, lostOn: today() })).toEqual({ status: 303 });
  expect((await outcomeOf(reference)).current).toMatchObject({
    result: "lost",
    text: "Could not be reached",
  });
});

test("a closed lead asks how it ended; a delivered one is won in one press", async () => {
  const { reference } = await storeLead({ status: "closed" });
  expect(await outcomeOf(reference)).toMatchObject({ isMissing: true, isDelivered: false });
  const delivered = await storeLead({ status: "delivered" });
  expect(await outcomeOf(delivered.reference)).toMatchObject({
    isMissing: true,
    isDelivered: true,
  });
  expect(await post(delivered.reference, { intent: "record-won" })).toEqual({ status: 303 });
  expect(await outcomeOf(delivered.reference)).toMatchObject({
    isMissing: false,
    current: { result: "won", text: null },
  });
});
