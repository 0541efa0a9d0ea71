import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { createLeadLinkKey } from "#domain/lead/lead-link.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { revealSealedAnswer } from "#domain/lead/reveal-sealed.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { takeMailShare } from "#domain/notification/mail-share.server.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { resultOf, browser } from "#pages/public/form-journey/journey.fixture.ts";
import { loadLead } from "#pages/staff/lead-view.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { newAddress } from "#platform/request/visitor.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { sendApplication, useDealership, withdraw } from "./credit-application.fixture.ts";
import { openCreditApplication, saveCreditApplication } from "./credit-application.server.ts";
import { handleSentApplication, openSentApplication } from "./credit-application-sent.server.ts";

useSite();
afterEach(() => vi.useRealTimers());
const dealership = useDealership();

type Browser = ReturnType<typeof browser>;
const BOTH = { creditCheck: "yes", shareWithDealership: "yes" };
let couples = 0;

async function findStored(reference: string) {
  const [row] = await db()
    .select()
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(eq(leadTable.reference, reference));
  if (!row) throw new Error("Nothing is stored.");
  return row;
}

/** Somebody who named a co-applicant; their address is confirmed by nobody yet. */
async function nameSecond(more: Readonly<Record<string, string>> = {}) {
  couples += 1;
  const email = `second-${couples}@example.com`;
  const who = browser();
  const reference = await sendApplication(who, {
    ...BOTH,
    email: `first-${couples}@example.com`,
    coApplicantFirstName: "Amir",
    coApplicantLastName: "Haddad",
    coApplicantEmail: email,
    ...more,
  });
  await sendDueMessages();
  return { who, email, first: `first-${couples}@example.com`, reference };
}

const findMail = async (address: string) =>
  (await listOutbox({ limit: 200 })).find(({ to }) => to === address);

/** The key of the link in the newest confirmation. */
async function readKey(address: string) {
  return /[?]key=([\w.-]+)/u.exec((await findMail(address))?.text ?? "")?.[1] ?? "";
}

/** The same, once they opened their confirmation, and the token of the link that the other was mailed. */
async function askAlong(more: Readonly<Record<string, string>> = {}) {
  const { who, email, first, reference } = await nameSecond(more);
  await openSent(browser(), reference, await readKey(first));
  await sendDueMessages();
  const mail = await findMail(email);
  const token = /invite=([\w-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
  return { who, email, first, reference, mail, token };
}

async function openInvited(who: Browser, token: string, more = "") {
  const { data } = await openCreditApplication({
    request: who.get(`/creditform?invite=${token}${more}`),
    context: who.anotherRequest(),
  });
  return data;
}

const readDealerships = (...references: string[]) =>
  Promise.all(references.map(async (each) => (await findStored(each)).lead.dealershipId));

/** The one mail to an address that says this. */
async function mailText(address: string, pattern: RegExp): Promise<string> {
  const mails = (await listOutbox({ limit: 200 })).filter(({ to }) => to === address);
  const texts = mails.map(({ subject, text }) => `${subject}\n${text}`);
  const [found, ...more] = texts.filter((text) => pattern.test(text));
  expect(more).toEqual([]);
  return found ?? "";
}

async function adfText(reference: string): Promise<string> {
  const mails = await listOutbox({ limit: 200 });
  const adf = mails.find(
    ({ to, subject }) => to === dealership.leadEmail && subject?.includes(reference),
  );
  return adf?.text ?? "";
}

const adfCount = async (reference: string) =>
  (await listOutbox({ limit: 200 })).filter(
    ({ to, subject }) => to === dealership.leadEmail && subject?.includes(reference),
  ).length;

test("the lead waits for the second person, who gets a private link and sees no answer of the first", async () => {
  const { who, reference, mail, token } = await askAlong();
  expect(mail?.text).toContain("Chloé Gagnon");
  expect(await readDealerships(reference)).toEqual([null]);
  expect(await adfCount(reference)).toBe(0);
  // Also in the very browser that the first one used.
  const page = await openInvited(who, token);
  if (page.at !== "form") throw new Error("The form does not open.");
  expect(page.invitation).toEqual({ token, applicant: "Chloé Gagnon" });
  expect(page.sections.map(({ view }) => view.slug)).not.toContain("vehicle");
  const shown = JSON.stringify(page);
  expect(shown).toContain("Amir");
  expect(shown).not.toMatch(/193.?456.?787|142607|Prairie Steel|first-\d/u);
});

test("nobody is invited before the applicant's address is confirmed, and then once", async () => {
  const { who, email, first, reference } = await nameSecond();
  expect(await findMail(email)).toBeUndefined();
  // The browser that sent it proves nothing of the address that was typed into it.
  expect((await openSent(who, reference)).own?.joint?.state).toBe("waiting");
  await sendDueMessages();
  expect(await findMail(email)).toBeUndefined();
  // A link of nobody's making, and one that is not theirs, confirm nothing.
  await openSent(browser(), reference, "made-up");
  const foreign = createLeadLinkKey({ reference, email });
  await openSent(browser(), reference, foreign);
  // Nor can the one who typed it all have the invitation sent.
  const pressed = await answerSent(who, reference, { intent: "invite-again" });
  expect(pressed.location).toContain("done=unsent");
  await sendDueMessages();
  expect(await findMail(email)).toBeUndefined();
  // Asked for once more, the confirmation comes again, and its link confirms.
  const again = await answerSent(who, reference, { intent: "confirm-again" });
  expect(again.location).toContain("done=confirm");
  await sendDueMessages();
  const confirmations = (await listOutbox({ limit: 200 })).filter(({ to }) => to === first);
  expect(confirmations).toHaveLength(2);
  const key = await readKey(first);
  expect((await openSent(browser(), reference, key)).own?.joint?.state).toBe("invited");
  await openSent(browser(), reference, key);
  await sendDueMessages();
  expect((await listOutbox({ limit: 200 })).filter(({ to }) => to === email)).toHaveLength(1);
});

test("where the other one's mailbox takes no more from here, the applicant reads so, and sends it later", async () => {
  const { who, email, first, reference } = await nameSecond();
  const ipAddress = newAddress();
  for (let mail = 0; mail < 5; mail += 1) await takeMailShare("form", email, ipAddress);
  const holder = browser({ ipAddress });
  const key = await readKey(first);
  expect((await openSent(holder, reference, key)).own?.joint?.state).toBe("unsent");
  await sendDueMessages();
  expect(await findMail(email)).toBeUndefined();
  const pressed = await answerSent(who, reference, { intent: "invite-again" });
  expect(pressed.location).toContain("done=invited");
  await sendDueMessages();
  expect(await findMail(email)).toBeDefined();
  expect((await openSent(who, reference)).own?.joint?.state).toBe("invited");
});

test("whoever is signed in to the applicant's address has confirmed it; to another one, not", async () => {
  const holder = await storePerson("Chloé Gagnon");
  const signedIn = (email: string) =>
    browser({ user: { ...holder, email, name: "Chloé Gagnon", role: "buyer" } });
  const { email, first, reference } = await nameSecond();
  await openSent(signedIn("somebody-else@example.com"), reference);
  await sendDueMessages();
  expect(await findMail(email)).toBeUndefined();
  await openSent(signedIn(first.toUpperCase()), reference);
  await sendDueMessages();
  expect(await findMail(email)).toBeDefined();
});

test("where a mailed code proved the applicant's address, their own browser is enough", async () => {
  const { who, email, reference } = await nameSecond();
  await db()
    .update(leadTable)
    .set({ emailConfirmedAt: new Date() })
    .where(eq(leadTable.reference, reference));
  expect((await openSent(who, reference)).own?.joint?.state).toBe("invited");
  await sendDueMessages();
  expect(await findMail(email)).toBeDefined();
});

test("an invitation has one subject for all, and of the applicant's name a short, clean part", async () => {
  const typed = { firstName: "Claim $500 *now*", lastName: "Wolfeschlegelsteinhausenbergerdorff" };
  const { email, first, reference } = await nameSecond(typed);
  await openSent(browser(), reference, await readKey(first));
  await sendDueMessages();
  const mail = await findMail(email);
  expect(mail?.subject).toBe("An invitation to apply for financing together on Rouvia");
  expect(mail?.text).toContain("Claim 500 now Wolfeschlegelsteinhausenbe…");
});

test("both agreed: both applications go to the same dealership, each with its own answers", async () => {
  const { who, email, reference, token } = await askAlong();
  const second = browser();
  const own = { ...BOTH, firstName: "Amir", lastName: "Haddad", email, sinNumber: "130 692 544" };
  await save(second, { firstName: "Amir", invitation: token });
  const joined = await sendApplication(second, { ...own, invitation: token });
  const { lead, submission } = await findStored(joined);
  expect(submission.answers).toMatchObject({ coApplicantOf: reference });
  expect(submission.answers).not.toHaveProperty("invitation");
  expect(await readDealerships(reference)).toEqual([dealership.id]);
  expect(lead.dealershipId).toBe(dealership.id);
  await sendDueMessages();
  expect([await adfCount(reference), await adfCount(joined)]).toEqual([1, 1]);
  const { own: seen } = await openSent(who, reference);
  expect(seen?.joint).toMatchObject({ name: "Amir Haddad", state: "joined" });
  // Each hears which dealership it is; each ADF names the other's.
  const first = `first-${couples}@example.com`;
  const answer = await mailText(first, /co-applicant has sent/u);
  expect(answer).not.toContain("neither application is shared");
  expect(await mailText(first, /Bow River Auto/u)).toContain("403-555-0171");
  expect(await mailText(email, /Bow River Auto/u)).toContain(joined);
  expect(await adfText(reference)).toContain(joined);
  expect(await adfText(joined)).toContain(`Co-applicant of: ${reference}`);
  for (const each of [reference, joined])
    expect(await adfText(each)).not.toMatch(/193.?456.?787|130.?692.?544|142607|1987/u);
  // Each file leads to the other's, and opens its own SIN alone.
  const staff = await storePerson("Samuel Staff", { role: "staff" });
  const file = await loadLead(reference, "en", staff);
  expect(file?.creditFile?.joint).toEqual({
    text: "Co-applicant: Amir Haddad has sent their own part.",
    reference: joined,
  });
  expect(JSON.stringify(file)).not.toMatch(/193.?456.?787|130.?692.?544/u);
  expect((await loadLead(joined, "en", staff))?.creditFile?.joint?.reference).toBe(reference);
  for (const [of, sin] of [
    [reference, "193456787"],
    [joined, "130692544"],
  ] as const) {
    const requested = { reference: of, question: "sinNumber", reason: "The lender asks for it." };
    const by = { id: staff.id, role: "staff" } as const;
    expect(await revealSealedAnswer(requested, by, () => creditApplicationForm)).toEqual({
      ok: true,
      value: sin,
    });
  }
  // The link was good once; the browser that used it finds what it sent.
  expect((await openInvited(browser(), token)).at).toBe("no_invitation");
  expect(await openInvited(second, token)).toMatchObject({ at: "already_sent", reference: joined });
});

test("who sends their part without sharing holds both back; the applicant is told, and may go on alone", async () => {
  const { who, email, reference, token } = await askAlong();
  const second = browser();
  const fields = { ...BOTH, email, shareWithDealership: "", invitation: token };
  const joined = await sendApplication(second, fields);
  expect(await readDealerships(reference, joined)).toEqual([null, null]);
  await sendDueMessages();
  expect(await mailText(`first-${couples}@example.com`, /co-applicant has sent/u)).toContain(
    "neither application is shared",
  );
  expect((await openSent(who, reference)).own?.joint?.state).toBe("private");
  await answerSent(who, reference, { intent: "go-on-alone" });
  expect(await readDealerships(reference, joined)).toEqual([dealership.id, null]);
  await sendDueMessages();
  expect(await mailText(email, /continuing without a co-applicant/u)).toContain(joined);
  const { own } = await openSent(second, joined);
  expect(own?.joint).toMatchObject({ is: "co_applicant", state: "left_out" });
  // Nor can their part be shared for an application that goes on without it.
  expect(own?.share).toBeNull();
  await answerSent(second, joined, { intent: "share", share: "yes" });
  expect(await readDealerships(joined)).toEqual([null]);
});

test.each([
  ["neither does the other one", { ...BOTH, shareWithDealership: "" }],
  ["the other one does", BOTH],
])(
  "an applicant who shares with nobody is not told that the other one holds it back, where %s",
  async (_what, boxes) => {
    const { who, email, first, reference, token } = await askAlong({ shareWithDealership: "" });
    const joined = await sendApplication(browser(), { ...boxes, email, invitation: token });
    expect(await readDealerships(reference, joined)).toEqual([null, null]);
    await sendDueMessages();
    // It is their own choice, and going on alone would change nothing.
    expect(await mailText(first, /co-applicant has sent/u)).not.toContain(
      "neither application is shared",
    );
    expect((await openSent(who, reference)).own?.joint?.state).toBe("joined");
  },
);

test("whoever agrees later, on the page of their own part, sends both out", async () => {
  const { who, reference, token } = await askAlong();
  const second = browser();
  const joined = await sendApplication(second, {
    ...BOTH,
    shareWithDealership: "",
    invitation: token,
  });
  const { own } = await openSent(second, joined);
  const share = own?.share;
  if (!share || !("text" in share)) throw new Error("There is nothing to agree to.");
  expect(share).toMatchObject({ dealershipId: dealership.id });
  expect(share.text).toContain("Bow River Auto");
  expect((await answerSent(second, joined, { intent: "share" })).status).toBe(422);
  expect(await readDealerships(reference, joined)).toEqual([null, null]);
  const boxes = { intent: "share", share: "yes", dealership: share.dealershipId };
  expect((await answerSent(second, joined, boxes)).status).toBe(303);
  expect(await readDealerships(reference, joined)).toEqual([dealership.id, dealership.id]);
  const { submission } = await findStored(joined);
  const consents = await db()
    .select()
    .from(consentTable)
    .where(eq(consentTable.submissionId, submission.id));
  const stored = consents.find(({ purpose }) => purpose === "share_with_dealership");
  expect(stored).toMatchObject({ text: share.text, dealershipId: dealership.id, locale: "en" });
  // Both are out: there is nothing left to go on without.
  await answerSent(who, reference, { intent: "go-on-alone" });
  expect((await openSent(who, reference)).own?.joint?.state).toBe("joined");
});

test("who does not apply says so: the applicant hears of it, and their application goes out", async () => {
  const { who, reference, token } = await askAlong();
  const second = browser();
  const asking = await openInvited(second, token, "&decline=yes");
  expect(asking).toMatchObject({ at: "declining", applicant: "Chloé Gagnon" });
  expect(await readDealerships(reference)).toEqual([null]);
  const { status, location } = await decline(second, token);
  expect([status, location]).toEqual([303, "/creditform?declined=yes"]);
  expect(await readDealerships(reference)).toEqual([dealership.id]);
  await sendDueMessages();
  expect(await mailText(`first-${couples}@example.com`, /isn’t applying/u)).toContain(reference);
  expect((await openSent(who, reference)).own?.joint?.state).toBe("declined");
  // A second press, and the form by the dead link, change nothing.
  expect((await decline(second, token)).location).toBe(`/creditform?invite=${token}`);
  expect((await openInvited(second, token)).at).toBe("no_invitation");
});

test("the first may go on alone: the lead goes out, the link is dead", async () => {
  const { who, reference, token } = await askAlong();
  const { status } = await answerSent(who, reference, { intent: "go-on-alone" });
  expect(status).toBe(303);
  expect(await readDealerships(reference)).toEqual([dealership.id]);
  expect((await openInvited(browser(), token)).at).toBe("no_invitation");
  const { own } = await openSent(who, reference);
  expect(own?.joint?.state).toBe("left_out");
});

test("a link that ran out can be sent again", async () => {
  const { who, email, reference, token } = await askAlong();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 24 * 60 * 60_000 });
  expect((await openSent(who, reference)).own?.joint?.state).toBe("expired");
  expect((await openInvited(browser(), token)).at).toBe("no_invitation");
  expect((await answerSent(who, reference, { intent: "invite-again" })).status).toBe(303);
  await sendDueMessages();
  const mails = (await listOutbox({ limit: 200 })).filter(({ to }) => to === email);
  const tokens = mails.map(({ text }) => /invite=([\w-]+)/u.exec(text)?.[1] ?? "");
  const fresh = tokens.find((each) => each !== token) ?? "";
  expect((await openInvited(browser(), fresh)).at).toBe("form");
  expect((await openSent(who, reference)).own?.joint?.state).toBe("invited");
});

test("each may withdraw their own: the other is told and not held back by it", async () => {
  const first = await askAlong();
  const joined = await sendApplication(browser(), {
    ...BOTH,
    email: first.email,
    invitation: first.token,
  });
  await withdraw(first.who, first.reference, { sure: "yes" });
  await sendDueMessages();
  expect(await mailText(first.email, /continuing without a co-applicant/u)).toContain(joined);

  const other = await askAlong();
  const second = browser();
  const fields = { ...BOTH, shareWithDealership: "", email: other.email, invitation: other.token };
  const part = await sendApplication(second, fields);
  await withdraw(second, part, { sure: "yes" });
  expect(await readDealerships(other.reference, part)).toEqual([dealership.id, null]);
  await sendDueMessages();
  const notified = await mailText(`first-${couples}@example.com`, /isn’t applying/u);
  expect(notified).toContain(other.reference);
});

test("a co-applicant in the first person's browser writes over nothing of theirs", async () => {
  const { token } = await askAlong();
  const shared = browser();
  await save(shared, { firstName: "Chloé", selfEmployed: "no", employerName: "Prairie Steel" });
  expect(JSON.stringify(await openInvited(shared, token))).not.toContain("Prairie Steel");
  await save(shared, {
    firstName: "Amir",
    selfEmployed: "no",
    employerName: "Foothills Foods",
    invitation: token,
  });
  const { data: own } = await openCreditApplication({
    request: shared.get("/creditform"),
    context: shared.anotherRequest(),
  });
  expect(JSON.stringify(own)).toContain("Prairie Steel");
  expect(JSON.stringify(own)).not.toContain("Foothills Foods");
  expect(JSON.stringify(await openInvited(shared, token))).toContain("Foothills Foods");
  // Sent, it is the co-applicant's draft that is used up.
  const joined = await sendApplication(shared, { ...BOTH, invitation: token });
  expect(await openInvited(shared, token)).toMatchObject({ at: "already_sent", reference: joined });
  const { data: after } = await openCreditApplication({
    request: shared.get("/creditform"),
    context: shared.anotherRequest(),
  });
  expect(JSON.stringify(after)).toContain("Prairie Steel");
});

const openSent = (who: Browser, reference: string, key = "") =>
  openSentApplication({
    request: who.get(`/creditform/sent/${reference}?key=${key}`),
    context: who.anotherRequest(),
    params: { reference },
  });

const answerSent = (who: Browser, reference: string, fields: Readonly<Record<string, string>>) =>
  resultOf<unknown>(async () =>
    handleSentApplication({
      request: who.post(`/creditform/sent/${reference}`, fields),
      context: who.anotherRequest(),
      params: { reference },
    }),
  );

/** What the page does when a field is left. */
const save = (who: Browser, fields: Readonly<Record<string, string>>) =>
  saveCreditApplication({
    request: who.post("/creditform", { intent: "save", ...fields }),
    context: who.anotherRequest(),
  });

const decline = (who: Browser, token: string) =>
  resultOf<unknown>(async () =>
    saveCreditApplication({
      request: who.post(`/creditform?invite=${token}`, { intent: "decline" }),
      context: who.anotherRequest(),
    }),
  );
