import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { bidTable } from "#domain/bid/bid.table.ts";
import { coApplicantTable } from "#domain/credit-application/co-applicant.table.ts";
import { dealTable } from "#domain/deal/deal.table.ts";
import { documentTable } from "#domain/document/document.table.ts";
import { countDraftsOf } from "#domain/draft/draft-link.server.ts";
import { emailSignInTable, userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { newsletterSubscriptionTable as subscriptions } from "#domain/newsletter/newsletter.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { collectPersonalData } from "#domain/personal-data/personal-data.server.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { reviewRequestTable, reviewTable } from "#domain/review/review.table.ts";
import { db } from "#platform/database/database.server.ts";
import { outboxMessageTable } from "#platform/outbox/outbox.table.ts";
import { site } from "#site/site.ts";
import { calendarDay } from "#values/format.ts";
import { now } from "#platform/clock/clock.server.ts";
import { findErasureHold } from "./end-request.server.ts";
import type { ErasureHold } from "./privacy-request.ts";
import type { Contact, Trail, TrailCounts, TrailItem, TrailMatch } from "./trail.ts";

type User = typeof userTable.$inferSelect;

/** Finds all data of a person in every table. It changes nothing. */
export async function findTrail(contact: Contact): Promise<Trail> {
  const email = contact.email?.trim().toLowerCase() ?? null;
  const input = { email, phone: contact.phone };
  const accounts = await findAccounts(input);
  const leads = await findLeads(input, accounts);
  const [ofAccounts, ofLeads, subscribed, named, reviews, remains] = await Promise.all([
    Promise.all(accounts.map(describeAccount(input))),
    Promise.all(leads.map(describeLead(input))),
    findSubscriptions(email),
    findMentions(email),
    findReviews(accounts, leads),
    countRemains(input),
  ]);
  return { items: [...ofAccounts, ...ofLeads, ...subscribed, ...named, ...reviews], remains };
}

/**
 * Accounts are also found by the phone number of a bid or deal, which may differ from the
 * account's.
 */
async function findAccounts({ email, phone }: Contact): Promise<User[]> {
  const byPhone = phone
    ? [
        eq(userTable.phone, phone as NonNullable<User["phone"]>),
        inArray(
          userTable.id,
          db().select({ id: bidTable.bidderId }).from(bidTable).where(eq(bidTable.phone, phone)),
        ),
        inArray(
          userTable.id,
          db()
            .select({ id: sql<string>`${dealTable.buyerUserId}` })
            .from(dealTable)
            .where(eq(dealTable.buyerPhone, phone)),
        ),
      ]
    : [];
  const condition = or(email ? eq(userTable.email, email) : undefined, ...byPhone);
  return condition ? db().select().from(userTable).where(condition) : [];
}

type FoundLead = { lead: typeof leadTable.$inferSelect; userId: string | null };

async function findLeads({ email, phone }: Contact, accounts: readonly User[]) {
  const ids = accounts.map(({ id }) => id);
  const condition = or(
    email ? eq(sql`lower(${leadTable.email})`, email) : undefined,
    phone ? eq(leadTable.phone, phone) : undefined,
    ids.length > 0 ? inArray(submissionTable.userId, ids) : undefined,
  );
  if (!condition) return [];
  return db()
    .select({ lead: leadTable, userId: submissionTable.userId })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(condition)
    .orderBy(leadTable.receivedAt);
}

const describeAccount =
  ({ email }: Contact) =>
  async (user: User): Promise<TrailItem> => {
    const { id, name, role, locale } = user;
    const { user: _self, ...tables } = await collectPersonalData(user);
    const matchedBy: TrailMatch[] = [user.email === email ? "email" : "phone"];
    return {
      kind: "account",
      key: `account:${id}`,
      id,
      name,
      email: user.email,
      role,
      locale,
      matchedBy,
      counts: countRows(tables),
      hold: null,
      refusal: may({ role }, "seeLeads")
        ? "staff_account"
        : (await hasOpenDeal(id))
          ? "deal_open"
          : null,
    };
  };

/** Whether the account has a deal that is not handed over yet, which another person relies on. */
export async function hasOpenDeal(userId: string): Promise<boolean> {
  const side = or(eq(dealTable.sellerUserId, userId), eq(dealTable.buyerUserId, userId));
  return (await db().$count(dealTable, and(side, eq(dealTable.state, "agreed")))) > 0;
}

const describeLead =
  ({ email, phone }: Contact) =>
  async ({ lead }: FoundLead): Promise<TrailItem> => {
    const { reference, submissionId, kind, status, receivedAt } = lead;
    const ofSubmission = (table: typeof consentTable | typeof documentTable) =>
      db().$count(table, eq(table.submissionId, submissionId));
    const isByEmail = email !== null && lead.email?.toLowerCase() === email;
    const isByPhone = phone !== null && lead.phone === phone;
    return {
      kind: "lead",
      key: `lead:${reference}`,
      id: reference,
      leadKind: kind,
      status,
      receivedAt,
      matchedBy: [
        ...(isByEmail ? (["email"] as const) : []),
        ...(isByPhone ? (["phone"] as const) : []),
        ...(isByEmail || isByPhone ? [] : (["account"] as const)),
      ],
      counts: withoutZeros({
        consent: await ofSubmission(consentTable),
        document: await ofSubmission(documentTable),
        message: await db().$count(messageTable, eq(messageTable.leadId, lead.id)),
      }),
      hold: await findErasureHold(db(), lead),
      refusal: null,
    };
  };

async function findSubscriptions(email: string | null): Promise<TrailItem[]> {
  if (!email) return [];
  const found = await db().select().from(subscriptions).where(eq(subscriptions.email, email));
  return found.map(({ id, askedAt, confirmedAt, unsubscribedAt }) => ({
    kind: "subscription",
    key: `subscription:${id}`,
    id,
    email,
    isSubscribed: unsubscribedAt === null,
    askedAt,
    matchedBy: ["email"],
    counts: {},
    // An unconfirmed subscription is no proof of consent.
    hold: confirmedAt ? findEvidenceHold(unsubscribedAt ?? now()) : null,
    refusal: null,
  }));
}

/** CASL, s. 13: the sender must prove consent; s. 23: complaints are possible for three years. */
function findEvidenceHold(endedAt: Date): ErasureHold {
  const until = new Date(endedAt);
  until.setUTCMonth(until.getUTCMonth() + site.retention.newsletterMonths);
  return { code: "consent_evidence", until: calendarDay(until) };
}

/** Credit applications of other people that name this person as co-applicant. */
async function findMentions(email: string | null): Promise<TrailItem[]> {
  if (!email) return [];
  const found = await db()
    .select({
      reference: submissionTable.reference,
      firstName: coApplicantTable.firstName,
      lastName: coApplicantTable.lastName,
    })
    .from(coApplicantTable)
    .innerJoin(submissionTable, eq(submissionTable.id, coApplicantTable.submissionId))
    .where(eq(sql`lower(${coApplicantTable.email})`, email));
  return found.map(({ reference, firstName, lastName }) => ({
    kind: "co_applicant",
    key: `co_applicant:${reference}`,
    id: reference,
    name: `${firstName} ${lastName}`.trim(),
    matchedBy: ["email"],
    counts: {},
    hold: null,
    refusal: "anothers_request",
  }));
}

/** Their reviews, by the request or account that they were asked for. */
async function findReviews(
  accounts: readonly User[],
  leads: readonly FoundLead[],
): Promise<TrailItem[]> {
  const requested = or(
    accounts.length > 0
      ? inArray(
          reviewRequestTable.userId,
          accounts.map(({ id }) => id),
        )
      : undefined,
    leads.length > 0
      ? inArray(
          reviewRequestTable.leadId,
          leads.map(({ lead }) => lead.id),
        )
      : undefined,
  );
  if (!requested) return [];
  const found = await db()
    .select({
      id: reviewTable.id,
      author: reviewTable.author,
      writtenAt: reviewTable.writtenAt,
    })
    .from(reviewTable)
    .innerJoin(reviewRequestTable, eq(reviewRequestTable.id, reviewTable.requestId))
    .where(requested);
  return found.map((review) => ({
    ...review,
    kind: "review",
    key: `review:${review.id}`,
    matchedBy: ["account"],
    counts: {},
    hold: null,
    refusal: null,
  }));
}

/** Messages that belong to no account and no request. */
export function isMessageTo({ email, phone }: Contact): SQL | undefined {
  const to = or(
    email ? eq(sql`lower(${messageTable.recipient})`, email) : undefined,
    phone ? eq(messageTable.recipient, phone) : undefined,
  );
  return to && and(to, isNull(messageTable.leadId), isNull(messageTable.userId));
}

export function isOutboxTo({ email, phone }: Contact): SQL | undefined {
  return or(
    email ? eq(sql`lower(${outboxMessageTable.to})`, email) : undefined,
    phone ? eq(outboxMessageTable.to, phone) : undefined,
  );
}

async function countRemains(contact: Contact): Promise<Trail["remains"]> {
  const messages = isMessageTo(contact);
  const outbox = isOutboxTo(contact);
  const { email, phone } = contact;
  return {
    message: messages ? await db().$count(messageTable, messages) : 0,
    draft: email ? await countDraftsOf(email) : 0,
    phone_verification: phone
      ? await db().$count(phoneVerificationTable, eq(phoneVerificationTable.phone, phone))
      : 0,
    email_sign_in: email
      ? await db().$count(emailSignInTable, eq(emailSignInTable.email, email))
      : 0,
    outbox_message: outbox ? await db().$count(outboxMessageTable, outbox) : 0,
  };
}

function countRows(tables: Readonly<Record<string, readonly unknown[]>>): TrailCounts {
  return withoutZeros(
    Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length])),
  );
}

function withoutZeros(counts: TrailCounts): TrailCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0));
}
