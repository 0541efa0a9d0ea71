import { eq } from "drizzle-orm";
import { languageOf } from "#domain/dealership/dealership-language.ts";
import { findDealership } from "#domain/dealership/dealership-queries.server.ts";
import { Unwritable } from "#domain/notification/events/event.ts";
import type { Confirmation } from "#domain/notification/events/lead-events.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { findNameToGreet } from "#domain/identity/user.server.ts";
import { limitMailbox } from "#domain/notification/mailbox-limit.server.ts";
import { type NewMessage, notify, oweAgain } from "#domain/notification/notify.server.ts";
import { senders } from "#domain/notification/senders.server.ts";
import { toSpreadsheetFields } from "#forms/spreadsheet-fields.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import { buildAdfDocument } from "./adf/adf-email.ts";
import type { AdfLead } from "./adf/adf-lead.ts";
import { describeCorrected } from "./correction-message.server.ts";
import { isShareWithdrawn, mayBeContacted } from "./consents.server.ts";
import { leadByHandForm } from "./lead-by-hand.form.ts";
import { notifyTargets, targetMessages } from "./lead-targets.server.ts";
import { buildLeadLink, LEAD_LINK_DAYS } from "./lead-link.server.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { findAwaited, listFurther } from "./passing-on.server.ts";
import type { CreatedLead } from "./create-lead.server.ts";
import { listEndedHandovers, openHandover } from "./handover.server.ts";
import type { AdfRequest, LeadForm } from "./lead-form.ts";
import { submissionTable } from "./submission.table.ts";
import { notifyInbox } from "./notify-inbox.server.ts";

type OwingLead = Omit<CreatedLead, "submissionId">;

/**
 * Stores the messages of a new lead, in the transaction that creates it: the lead for the
 * dealership, a row for the spreadsheet, a confirmation for the person. The bid itself notifies a
 * bidder of the bid and of everything that follows.
 */
export async function notifyOfLead(
  transaction: Transaction,
  lead: OwingLead,
  { withConfirmation = true }: { withConfirmation?: boolean } = {},
): Promise<void> {
  const { id: leadId, locale, kind, email, dealership } = lead;
  const spreadsheet = senders().spreadsheet?.target;
  if (dealership) await openHandover(transaction, lead, dealership.id);
  const owed: NewMessage[] = dealership ? [addressLead(lead, dealership)] : [];
  if (spreadsheet) {
    const key = `lead_spreadsheet:${leadId}`;
    owed.push({ event: "lead_spreadsheet", key, to: spreadsheet, locale, leadId });
  }
  // The lead is stored even if its sender's mailbox may receive no more mails.
  if (withConfirmation && email && kind !== "bid" && (await limitMailbox(email, transaction)).ok) {
    const key = `lead_confirmation:${leadId}`;
    owed.push({ event: "lead_confirmation", key, to: email, locale, leadId });
  }
  await notify(transaction, ...owed);
  if (dealership) await notifyTargets(transaction, lead, dealership.id);
}

/**
 * Mails the confirmation, with its link, to the sender again. False if it is not sent: there is no
 * address, or the mailbox may receive no more for now.
 */
export async function confirmAgain({
  id: leadId,
  email: to,
  locale,
}: Pick<Lead, "id" | "email" | "locale">): Promise<boolean> {
  if (!to) return false;
  return db().transaction(
    async (transaction) =>
      (await limitMailbox(to, transaction)).ok &&
      notify(transaction, { event: "lead_confirmation", to, locale, leadId }),
  );
}

/** Sends a lead to dealerships, once to each. The caller has checked that this is allowed. */
export async function sendLeadToDealerships(
  transaction: Transaction,
  lead: Pick<CreatedLead, "id" | "locale">,
  dealerships: readonly { id: string; leadEmail: string }[],
): Promise<void> {
  await notify(transaction, ...dealerships.map((dealership) => addressLead(lead, dealership)));
  for (const { id } of dealerships) await notifyTargets(transaction, lead, id);
}

function addressLead(
  { id: leadId, locale }: Pick<CreatedLead, "id" | "locale">,
  { id: dealershipId, leadEmail: to }: { id: string; leadEmail: string },
): NewMessage {
  const key = `lead_adf:${leadId}:${dealershipId}`;
  return { event: "lead_adf", key, to, locale, leadId, dealershipId };
}

/** Sends a lead with changed answers to the dealership and the spreadsheet that have it. */
export async function notifyOfChange(
  transaction: Transaction,
  { id: leadId, dealershipId, locale }: Pick<Lead, "id" | "dealershipId" | "locale">,
  submissionId: string,
): Promise<void> {
  const dealership = dealershipId && (await findDealership(transaction, dealershipId));
  if (dealership) {
    await notify(transaction, {
      event: "lead_adf",
      key: `lead_adf:${leadId}:${dealership.id}:${submissionId}`,
      to: dealership.leadEmail,
      locale,
      leadId,
      dealershipId: dealership.id,
    });
    await notifyTargets(transaction, { id: leadId, locale }, dealership.id, submissionId);
  }
  const spreadsheet = senders().spreadsheet?.target;
  if (spreadsheet) {
    const key = `lead_spreadsheet:${leadId}:${submissionId}`;
    await notify(transaction, { event: "lead_spreadsheet", key, to: spreadsheet, locale, leadId });
  }
}

type Lead = typeof leadTable.$inferSelect;

/** True if the receiver already has the lead: it gets the same prospect again, with the changes. */
function isUpdate({ key, event, leadId, dealershipId, targetId }: Message): boolean {
  return key !== `${event}:${leadId}:${targetId ?? dealershipId}`;
}

/** Sends it to the dealerships that had yet to receive it when a consent was withdrawn. */
export async function sendLeadAgain(transaction: Transaction, leadId: string): Promise<void> {
  await oweAgain(transaction, { leadId, events: ["lead_adf", "lead_target"] });
}

/** What the messages of a lead need from modules above it; the server's start passes it in. */
type LeadMessageParts = {
  siteOrigin: string;
  findLeadForm: (formName: string) => LeadForm | undefined;
  /** For a sell request: who was asked for offers, and where the seller answers them. */
  sale: (
    lead: typeof leadTable.$inferSelect,
    email: string,
  ) => Promise<{ dealerships: readonly string[]; path: string; linkDays: number }>;
};

/**
 * The messages of a lead, with their content at the time of sending. The sealed answers are not
 * opened for them.
 */
export function leadMessages(parts: LeadMessageParts) {
  return {
    lead_adf: {
      // Also if its address was corrected after sending there had failed.
      readdress: async (message: Message) =>
        (await findMessageDealership(message))?.leadEmail ?? null,
      prepare: (message: Message) => writeAdf(message, parts),
      settled: appendHistory,
    },
    lead_withdrawn: {
      readdress: async (message: Message) =>
        (await findMessageDealership(message))?.leadEmail ?? null,
      prepare: (message: Message) => writeWithdrawal(message, parts),
      settled: appendHistory,
    },
    lead_corrected: {
      readdress: async (message: Message) =>
        (await findMessageDealership(message))?.leadEmail ?? null,
      prepare: (message: Message, stored: { correctionIds: string[] }) =>
        writeCorrection(message, stored, parts),
      settled: appendHistory,
    },
    ...targetMessages(nameProvider(parts.siteOrigin), (message) => describeLead(message, parts)),
    lead_shared: { prepare: writeShared },
    lead_spreadsheet: {
      prepare: (message: Message) => writeRow(message, parts),
      settled: appendHistory,
    },
    lead_confirmation: {
      prepare: (message: Message) => writeConfirmation(message, parts),
      settled: appendHistory,
    },
    lead_letter: { settled: appendFailure },
    lead_sms: { settled: appendFailure },
  };
}

async function writeAdf(message: Message, parts: LeadMessageParts) {
  const lead = await describeLead(message, parts);
  return lead === null || lead instanceof Unwritable ? lead : buildAdfDocument(lead);
}

/** A lead as its dealership gets it: null if it must not have it any more. */
async function describeLead(
  message: Message,
  { siteOrigin, findLeadForm }: LeadMessageParts,
): Promise<AdfLead | Unwritable | null> {
  const dealership = await findMessageDealership(message);
  const found = await findLead(message);
  // The person withdrew the consent to share after this message was stored.
  if (!found || !dealership || (await isShareWithdrawn(db(), found.submission.id))) return null;
  const { lead, submission } = found;
  if ((await listEndedHandovers(db(), lead.id)).includes(dealership.id)) return null;
  const leadForm = findLeadForm(submission.formName);
  if (!leadForm) return formIsGone;
  const language = languageOf(dealership);
  const request = await readForDealership(found, leadForm, language);
  if (!request) return new Unwritable("This lead goes to no dealership.");
  return {
    ...request,
    reference: lead.reference,
    language,
    ...(isUpdate(message) && { status: "resend" as const }),
    requestedAt: lead.receivedAt,
    ...nameEnds(dealership, siteOrigin),
  };
}

/**
 * What a dealership is told of a lead: what its sender asked, and how to reach them, as far as the
 * words of their consent go. Null for a lead that goes to none.
 */
export async function readForDealership(
  { lead, submission }: FoundLead,
  { form, adf }: LeadForm,
  reader: Locale,
): Promise<AdfRequest | null> {
  if (!adf) return null;
  const { answers } = parseStored(form, submission.answers);
  const further = await listFurther(db(), submission.id);
  return adf(answers, lead, { sender: lead.locale, reader, further });
}

/** The same prospect again, only with the fact that it is withdrawn: no address, no answers. */
async function writeWithdrawal(message: Message, { siteOrigin }: LeadMessageParts) {
  const dealership = await findMessageDealership(message);
  const found = await findLead(message);
  if (!found || !dealership) return null;
  const { firstName, lastName, reference, receivedAt } = found.lead;
  const language = languageOf(dealership);
  return buildAdfDocument({
    reference,
    language,
    status: "resend",
    requestedAt: receivedAt,
    interest: "buy",
    vehicle: { condition: "unknown" },
    customer: {
      firstName,
      lastName,
      preferredLanguage: message.locale,
      comments: m.adf_withdrawn({}, { locale: language }),
    },
    ...nameEnds(dealership, siteOrigin),
  });
}

async function writeCorrection(
  message: Message,
  { correctionIds }: { correctionIds: string[] },
  { findLeadForm }: LeadMessageParts,
) {
  const found = await findLead(message);
  if (!found || (await isShareWithdrawn(db(), found.submission.id))) return null;
  const leadForm = findLeadForm(found.submission.formName);
  if (!leadForm) return formIsGone;
  return describeCorrected(message, found, leadForm, correctionIds);
}

/**
 * Tells the person who agreed which dealership got the request; null if they withdrew that since.
 */
async function writeShared(message: Message) {
  const dealership = await findMessageDealership(message);
  const found = await findLead(message);
  if (!found || !dealership || (await isShareWithdrawn(db(), found.submission.id))) return null;
  const { lead } = found;
  const { reference } = lead;
  const { name, phone, leadEmail } = dealership;
  const page = findPage(found);
  const path = buildLeadLink(page.path(reference), lead, message.recipient);
  const firstName = await findNameToGreet(message.recipient, lead.firstName);
  return { reference, firstName, dealership: name, phone, email: leadEmail, path };
}

type Receiving = NonNullable<Awaited<ReturnType<typeof findMessageDealership>>>;

/** The receiver and the sender of a document. */
function nameEnds(
  { name, leadEmail, phone, streetAddress, city, provinceCode, postalCode }: Receiving,
  siteOrigin: string,
) {
  return {
    vendor: {
      name,
      email: leadEmail,
      phone,
      address: { street: streetAddress, city, provinceCode, postalCode },
    },
    provider: nameProvider(siteOrigin),
  };
}

function nameProvider(siteOrigin: string): AdfLead["provider"] {
  return { name: site.name, url: siteOrigin, email: site.email, phone: site.phone };
}

async function writeRow(message: Message, { findLeadForm }: LeadMessageParts) {
  const found = await findLead(message);
  if (!found) return null;
  const { lead, submission } = found;
  const form = findLeadForm(submission.formName)?.form;
  if (!form) return formIsGone;
  return {
    reference: lead.reference,
    submittedAt: submission.submittedAt.toISOString(),
    ...toSpreadsheetFields(form, parseStored(form, submission.answers).answers),
  };
}

/** Where the sender of a lead can follow its status. */
const PAGES: Readonly<
  Partial<
    Record<LeadKind, { about: "pre_approval" | "application"; path: (reference: string) => string }>
  >
> = {
  pre_approval: { about: "pre_approval", path: paths.preApprovalSent },
  credit_application: { about: "application", path: paths.creditApplicationSent },
};

/** For a request without a status page of its own. */
const OWN_REQUEST = { about: "request", path: paths.ownRequest } as const;

/** The pages of a form show its own answers: a lead that staff wrote down has none of them. */
function findPage({ lead, submission }: NonNullable<Awaited<ReturnType<typeof findLead>>>) {
  if (submission.formName === leadByHandForm.name) return OWN_REQUEST;
  return PAGES[lead.kind] ?? OWN_REQUEST;
}

async function writeConfirmation(
  message: Message,
  { sale }: LeadMessageParts,
): Promise<Confirmation | null> {
  const found = await findLead(message);
  if (!found) return null;
  const { lead } = found;
  const { reference } = lead;
  const firstName = await findNameToGreet(message.recipient, lead.firstName);
  if (lead.kind === "sell_car" && found.submission.formName !== leadByHandForm.name) {
    return { about: "sale", reference, firstName, ...(await sale(lead, message.recipient)) };
  }
  const dealership = lead.dealershipId && (await findDealership(db(), lead.dealershipId));
  const dealerships = dealership ? [dealership.name] : [];
  const page = findPage(found);
  const path = buildLeadLink(page.path(reference), lead, message.recipient);
  const awaited = await findAwaited(db(), lead);
  const params = { reference, firstName, dealerships, awaited, path, linkDays: LEAD_LINK_DAYS };
  if (page.about !== "pre_approval") return { about: page.about, ...params };
  return {
    about: page.about,
    mayContact: await mayBeContacted(db(), found.submission.id),
    ...params,
  };
}

type FoundLead = {
  lead: Lead;
  submission: Pick<typeof submissionTable.$inferSelect, "id" | "answers">;
};

async function findLead({ leadId }: Message) {
  if (!leadId) return null;
  const [found] = await db()
    .select({ lead: leadTable, submission: submissionTable })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(eq(leadTable.id, leadId));
  return found ?? null;
}

async function findMessageDealership({ dealershipId }: Message) {
  return dealershipId === null ? null : findDealership(db(), dealershipId);
}

const formIsGone = new Unwritable("The form of this lead is no longer known.");

const EVENT_KINDS = {
  sent: "delivered",
  dead: "delivery_failed",
  withdrawn: "delivery_cancelled",
} as const;

/** What staff write is in the history from the moment that they send it. */
async function appendFailure(
  transaction: Transaction,
  message: Message,
  state: keyof typeof EVENT_KINDS,
): Promise<void> {
  if (state === "dead") await appendHistory(transaction, message, state);
}

/** The outcome of a message is part of its lead's history. */
async function appendHistory(
  transaction: Transaction,
  { leadId, event }: Message,
  state: keyof typeof EVENT_KINDS,
): Promise<void> {
  if (!leadId) return;
  await transaction
    .insert(leadEventTable)
    .values({ leadId, kind: EVENT_KINDS[state], note: event, at: now() });
  if (state === "dead") await notifyInbox(transaction);
}
