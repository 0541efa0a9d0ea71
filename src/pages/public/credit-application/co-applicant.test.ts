import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler as handler } from "#domain/credit-application/credit-application-handler.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { answered, browser } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { openCreditApplication } from "./credit-application.server.ts";
import { answerSentApplication, openSentApplication } from "./sent.server.ts";

useSite();
const dealership = { id: "", leadEmail: "leads.bow-river@example.com" };
beforeAll(async () => {
  const [row] = await db()
    .insert(dealershipTable)
    .values({
      name: "Bow River Auto",
      leadEmail: dealership.leadEmail,
      phone: "+14035550171",
      streetAddress: "1 Example Street",
      city: "Calgary",
      provinceCode: "AB",
      postalCode: "T2P 1J9",
      lat: 51.05,
      lon: -114.07,
      servedProvinces: ["AB"],
      servedRadiusKm: 100,
      takesLeadKinds: ["credit_application"],
    })
    .returning({ id: dealershipTable.id });
  dealership.id = row?.id ?? "";
});

type Browser = ReturnType<typeof browser>;
const BOTH = { creditCheck: "yes", shareWithDealership: "yes" };
let couples = 0;

async function send(who: Browser, fields: Readonly<Record<string, string>>) {
  const post = rawFields({ submissionId: randomUUID(), ...CREDIT_APPLICANT, ...fields });
  const sent = await receivePost(handler, post, readVisitor(who));
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return sent.reference;
}

async function findStored(reference: string) {
  const [row] = await db()
    .select()
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(eq(leadTable.reference, reference));
  if (!row) throw new Error("Nothing is stored.");
  return row;
}

/** Somebody who named a co-applicant, and the token of the link that this one was mailed. */
async function askAlong() {
  couples += 1;
  const email = `second-${couples}@example.com`;
  const who = browser();
  const reference = await send(who, {
    ...BOTH,
    email: `first-${couples}@example.com`,
    coApplicantFirstName: "Amir",
    coApplicantLastName: "Haddad",
    coApplicantEmail: email,
  });
  await sendDueMessages();
  const mail = (await listOutbox({ limit: 200 })).find(({ to }) => to === email);
  const token = /invite=([\w-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
  return { who, email, reference, mail, token };
}

async function openInvited(who: Browser, token: string) {
  const { data } = await openCreditApplication({
    request: who.get(`/creditform?invite=${token}`),
    context: who.context,
  });
  if (data.at !== "form") throw new Error("The form does not open.");
  return data;
}

const readDealership = async (reference: string) => (await findStored(reference)).lead.dealershipId;

const adfCount = async (reference: string) =>
  (await listOutbox({ limit: 200 })).filter(
    ({ to, subject }) => to === dealership.leadEmail && subject?.includes(reference),
  ).length;

test("the lead waits for the second person, who gets a private link and sees no answer of the first", async () => {
  const { who, reference, mail, token } = await askAlong();
  expect(mail?.text).toContain("Chloé Gagnon");
  expect(await readDealership(reference)).toBeNull();
  expect(await adfCount(reference)).toBe(0);
  // Also in the very browser that the first one used.
  const page = await openInvited(who, token);
  expect(page.invitation).toEqual({ token, applicant: "Chloé Gagnon" });
  expect(page.sections.map(({ view }) => view.slug)).not.toContain("vehicle");
  const shown = JSON.stringify(page);
  expect(shown).toContain("Amir");
  expect(shown).not.toMatch(/193.?456.?787|142607|Prairie Steel|first-\d/u);
});

test("both agreed: both applications go to the same dealership, each with its own answers", async () => {
  const { who, email, reference, token } = await askAlong();
  const second = browser();
  const own = { ...BOTH, firstName: "Amir", lastName: "Haddad", email, sinNumber: "130 692 544" };
  const joined = await send(second, { ...own, invitation: token });
  const { lead, submission } = await findStored(joined);
  expect(submission.answers).toMatchObject({ coApplicantOf: reference });
  expect(submission.answers).not.toHaveProperty("invitation");
  expect(await readDealership(reference)).toBe(dealership.id);
  expect(lead.dealershipId).toBe(dealership.id);
  await sendDueMessages();
  expect([await adfCount(reference), await adfCount(joined)]).toEqual([1, 1]);
  const { own: seen } = await openSent(who, reference);
  expect(seen?.coApplicant).toEqual({ firstName: "Amir", lastName: "Haddad", state: "joined" });
  // The link was good once: another application by it stands alone.
  expect((await openInvited(second, token)).isDeadInvitation).toBe(true);
});

test("a second person who does not agree holds both back, until the first goes on alone", async () => {
  const { reference, token } = await askAlong();
  const joined = await send(browser(), { ...BOTH, shareWithDealership: "", invitation: token });
  expect(await readDealership(reference)).toBeNull();
  expect(await readDealership(joined)).toBeNull();
});

test("the first may go on alone: the lead goes out, the link is dead", async () => {
  const { who, reference, token } = await askAlong();
  const { status } = await answered(async () =>
    answerSentApplication({
      request: who.post(`/creditform/sent/${reference}`, { intent: "go-on-alone" }),
      context: who.context,
      params: { reference },
    }),
  );
  expect(status).toBe(303);
  expect(await readDealership(reference)).toBe(dealership.id);
  expect((await openInvited(browser(), token)).isDeadInvitation).toBe(true);
  const { own } = await openSent(who, reference);
  expect(own?.coApplicant?.state).toBe("left_out");
});

const openSent = (who: Browser, reference: string) =>
  openSentApplication({
    request: who.get(`/creditform/sent/${reference}`),
    context: who.context,
    params: { reference },
  });
