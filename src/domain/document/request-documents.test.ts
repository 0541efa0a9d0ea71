import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable } from "#domain/lead/lead.table.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { actAt } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { DOCUMENT_LINK_DAYS, type DocumentKind } from "./document.ts";
import { documentRequestTable } from "./document.table.ts";
import { shredDocuments } from "./documents.server.ts";
import {
  documentMessages,
  findDocumentRequest,
  requestDocuments,
} from "./request-documents.server.ts";

useSite();
let staffId = "";
beforeAll(async () => {
  staffId = await storeStaff("Samuel Staff");
});

const DAY_MS = 24 * 60 * 60_000;
const daysLater = (days: number) => new Date(Date.now() + days * DAY_MS);
const makeEmail = () => `${randomUUID()}@example.com`;
const KINDS: DocumentKind[] = ["pay_stub", "void_cheque"];

type Lead = Awaited<ReturnType<typeof storeLead>>;
const ask = ({ reference }: Pick<Lead, "reference">, kinds = KINDS) =>
  requestDocuments(reference, kinds, staffId);

const listRequests = ({ submissionId }: Lead) =>
  db()
    .select()
    .from(documentRequestTable)
    .where(eq(documentRequestTable.submissionId, submissionId));

const listMessages = ({ id }: Lead) =>
  db().select().from(messageTable).where(eq(messageTable.leadId, id));

/** A lead whose sender was asked for documents; the e-mail is not sent yet. */
async function storeAsked() {
  const lead = await storeLead({ email: makeEmail() });
  expect(await ask(lead)).toEqual({ ok: true });
  return lead;
}

/** Sends what is due at that time; returns the tokens of the links that a lead's sender got. */
async function listTokens({ email }: Lead, at = new Date()): Promise<string[]> {
  await actAt(at, sendDueMessages);
  const mails = (await listOutbox({ limit: 500 })).filter(({ to }) => to === email);
  return mails.flatMap(({ text }) => /\/documents\/([\w-]+)/.exec(text)?.[1] ?? []);
}

test("the request is stored with who asked, its e-mail and its event", async () => {
  const lead = await storeAsked();
  const [request] = await listRequests(lead);
  expect(request).toMatchObject({ kinds: KINDS, requestedByUserId: staffId, tokenHash: null });
  expect(await listMessages(lead)).toMatchObject([
    { event: "documents_requested", recipient: lead.email, locale: "fr", state: "waiting" },
  ]);
  const events = await db().select().from(leadEventTable).where(eq(leadEventTable.leadId, lead.id));
  expect(events).toContainEqual(
    expect.objectContaining({
      kind: "documents_requested",
      note: "pay_stub void_cheque",
      byUserId: staffId,
    }),
  );
});

test.each<[why: string, code: string, ask: (lead: Lead) => ReturnType<typeof ask>]>([
  ["of no kind", "no_kind", (lead) => ask(lead, [])],
  ["of nobody", "not_found", () => ask({ reference: "AAAA2222" })],
  [
    "of a sender who withdrew the request",
    "withdrawn",
    async (lead) => {
      const event = { leadId: lead.id, kind: "application_withdrawn" } as const;
      await db().insert(leadEventTable).values(event);
      return ask(lead);
    },
  ],
  ["of a sender without an address", "no_email", async () => ask(await storeLead())],
  [
    "of a sender whose mailbox had enough for now",
    "too_many",
    async (lead) => {
      for (let mail = 0; mail < 5; mail += 1) await limitMailbox(lead.email ?? "");
      return ask(lead);
    },
  ],
])("documents %s are not asked for: %s", async (_why, code, askInVain) => {
  const lead = await storeLead({ email: makeEmail() });
  const requests = await db().$count(documentRequestTable);
  const messages = await db().$count(messageTable);
  expect(await askInVain(lead)).toEqual({ ok: false, code });
  expect(await db().$count(documentRequestTable)).toBe(requests);
  expect(await db().$count(messageTable)).toBe(messages);
});

test("its link opens this request alone, and only after its e-mail was written", async () => {
  const [lead, other] = [await storeAsked(), await storeAsked()];
  const [token = ""] = await listTokens(lead);
  const [request] = await listRequests(lead);
  const { id, submissionId } = request!;
  expect(await findDocumentRequest(token)).toEqual({ id, submissionId, kinds: KINDS });
  const [others = ""] = await listTokens(other);
  expect((await findDocumentRequest(others))?.submissionId).toBe(other.submissionId);
  for (const wrong of ["", "x".repeat(43), request?.tokenHash ?? ""])
    expect(await findDocumentRequest(wrong)).toBeNull();
});

test("its link works for two weeks from when its e-mail was sent, not from when staff asked", async () => {
  const lead = await storeAsked();
  const sentAt = daysLater(3);
  const [token = ""] = await listTokens(lead, sentAt);
  const findAfter = (days: number) => {
    const at = new Date(sentAt.getTime() + days * DAY_MS);
    return actAt(at, () => findDocumentRequest(token));
  };
  expect(await findAfter(DOCUMENT_LINK_DAYS - 0.01)).toMatchObject({ kinds: KINDS });
  expect(await findAfter(DOCUMENT_LINK_DAYS)).toBeNull();
});

test("an e-mail that is sent again replaces its link, and one of a deleted request has none", async () => {
  const lead = await storeAsked();
  const [first = ""] = await listTokens(lead);
  const [message] = await listMessages(lead);
  const [request] = await listRequests(lead);
  const { prepare } = documentMessages.documents_requested;
  const again = await prepare(message!, { requestId: request!.id });
  expect(again).toMatchObject({ kinds: KINDS, days: DOCUMENT_LINK_DAYS, firstName: "" });
  const second = again?.path.split("/").at(-1) ?? "";
  expect(await findDocumentRequest(first)).toBeNull();
  expect(await findDocumentRequest(second)).toMatchObject({ id: request?.id });
  expect(await prepare(message!, { requestId: randomUUID() })).toBeNull();
});

test("asking again is a request of its own, whose link opens beside the first", async () => {
  const lead = await storeAsked();
  expect(await ask(lead, ["drivers_licence"])).toEqual({ ok: true });
  const found = await Promise.all((await listTokens(lead)).map(findDocumentRequest));
  const kinds = found.map((each) => each?.kinds.join(" "));
  expect(new Set(kinds)).toEqual(new Set(["drivers_licence", "pay_stub void_cheque"]));
});

test("withdrawn, its links end, those of e-mails that are not sent yet too", async () => {
  const [lead, other] = [await storeAsked(), await storeAsked()];
  const [token = ""] = await listTokens(lead);
  const unsent = await storeAsked();
  for (const each of [lead, unsent])
    await db().transaction((transaction) => shredDocuments(transaction, each));
  expect(await findDocumentRequest(token)).toBeNull();
  expect(await listTokens(unsent)).toEqual([]);
  expect(await listMessages(unsent)).toMatchObject([{ state: "withdrawn" }]);
  const [open = ""] = await listTokens(other);
  expect(await findDocumentRequest(open)).toMatchObject({ submissionId: other.submissionId });
});
