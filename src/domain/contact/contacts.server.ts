import { and, desc, eq, inArray, isNotNull, notExists, or, sql } from "drizzle-orm";
import { auditTable } from "#domain/audit/audit.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { type LeadSearch, writeSearchQuery } from "#domain/inbox/inbox-filter.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import { isUuid } from "#values/uuid.ts";
import { NEWEST } from "./contact.ts";
import { contactLeadTable, contactMergeTable, contactTable } from "./contact.table.ts";

export const CONTACTS_PER_PAGE = 25;

export type ListedContact = {
  id: string;
  activeAt: Date;
  leads: number;
  /** Of the newest lead. */
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
};

/** One page of people, those first whose newest request came last. */
export async function listContacts(
  search: LeadSearch | null,
  /** The id of the last contact of the page before. */
  after: string | null,
): Promise<{ contacts: ListedContact[]; hasOlder: boolean }> {
  const page = await db()
    .select({ id: contactTable.id, activeAt: contactTable.activeAt })
    .from(contactTable)
    .where(
      and(
        // A merged contact has no leads of its own.
        notExists(
          db()
            .select({ id: contactMergeTable.id })
            .from(contactMergeTable)
            .where(eq(contactMergeTable.mergedId, contactTable.id)),
        ),
        search ? sql`${contactTable.words} @@ ${writeSearchQuery(search)}::tsquery` : undefined,
        after === null
          ? undefined
          : sql`(${contactTable.activeAt}, ${contactTable.id}) < (
              select last_shown.active_at, last_shown.id from ${contactTable} last_shown
              where last_shown.id = ${after})`,
      ),
    )
    .orderBy(desc(contactTable.activeAt), desc(contactTable.id))
    .limit(CONTACTS_PER_PAGE + 1);
  const shown = page.slice(0, CONTACTS_PER_PAGE);
  const names = await listContactNames(shown.map(({ id }) => id));
  return {
    contacts: shown.flatMap((contact) => {
      const named = names.get(contact.id);
      return named ? [{ ...contact, ...named }] : [];
    }),
    hasOlder: page.length > CONTACTS_PER_PAGE,
  };
}

/** How people are called and reached by their newest leads, and how many they have. */
export async function listContactNames(
  ids: readonly string[],
): Promise<Map<string, Omit<ListedContact, "id" | "activeAt">>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .selectDistinctOn([contactLeadTable.contactId], {
      id: contactLeadTable.contactId,
      firstName: leadTable.firstName,
      lastName: leadTable.lastName,
      email: leadTable.email,
      phone: leadTable.phone,
      leads: sql<number>`count(*) over (partition by ${contactLeadTable.contactId})::int`,
    })
    .from(contactLeadTable)
    .innerJoin(leadTable, eq(leadTable.id, contactLeadTable.leadId))
    .where(inArray(contactLeadTable.contactId, [...ids]))
    .orderBy(contactLeadTable.contactId, desc(leadTable.receivedAt), desc(leadTable.id));
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/**
 * The person of a lead and the number of their leads; null for one whose sender left neither an
 * address nor a number.
 */
export async function findContactOfLead(
  leadId: string,
): Promise<{ id: string; leads: number } | null> {
  const [row] = await db()
    .select({ id: contactLeadTable.contactId })
    .from(contactLeadTable)
    .where(eq(contactLeadTable.leadId, leadId));
  if (!row) return null;
  const leads = await db().$count(contactLeadTable, eq(contactLeadTable.contactId, row.id));
  return { id: row.id, leads };
}

/** Everything of one person that staff may read; null if there is no such contact. */
export async function findContact(id: string) {
  if (!isUuid(id)) return null;
  const leads = await listLeadsOf(id);
  if (leads.length === 0) return null;
  const accounts = await listAccountsOf(leads);
  const [messages, consents] = await Promise.all([
    listMessagesTo(leads),
    listConsentsOf(leads, accounts),
  ]);
  return { id, leads, accounts, messages, consents };
}

export type FoundContact = NonNullable<Awaited<ReturnType<typeof findContact>>>;

/** Newest first. */
function listLeadsOf(contactId: string) {
  return db()
    .select({
      id: leadTable.id,
      reference: leadTable.reference,
      submissionId: leadTable.submissionId,
      kind: leadTable.kind,
      status: leadTable.status,
      firstName: leadTable.firstName,
      lastName: leadTable.lastName,
      email: leadTable.email,
      emailConfirmedAt: leadTable.emailConfirmedAt,
      phone: leadTable.phone,
      phoneVerifiedAt: leadTable.phoneVerifiedAt,
      city: leadTable.city,
      provinceCode: leadTable.provinceCode,
      locale: leadTable.locale,
      receivedAt: leadTable.receivedAt,
      dealershipName: dealershipTable.name,
      ownerName: userTable.name,
      userId: submissionTable.userId,
    })
    .from(contactLeadTable)
    .innerJoin(leadTable, eq(leadTable.id, contactLeadTable.leadId))
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, leadTable.dealershipId))
    .leftJoin(userTable, eq(userTable.id, leadTable.assignedToUserId))
    .where(eq(contactLeadTable.contactId, contactId))
    .orderBy(desc(leadTable.receivedAt), desc(leadTable.id));
}

/**
 * The accounts that sent a lead, and those whose confirmed address one names. Bids and listings are
 * theirs.
 */
function listAccountsOf(
  leads: readonly { userId: string | null; email: string | null; kind: string }[],
) {
  const ids = leads.flatMap(({ userId }) => userId ?? []);
  const emails = leads.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const isTheirs = or(
    ids.length > 0 ? inArray(userTable.id, ids) : undefined,
    emails.length > 0
      ? and(inArray(userTable.email, emails), eq(userTable.emailVerified, true))
      : undefined,
  );
  if (!isTheirs) return [];
  return db()
    .select({ id: userTable.id, name: userTable.name, email: userTable.email })
    .from(userTable)
    .where(isTheirs)
    .orderBy(userTable.createdAt, userTable.id);
}

/** The newest messages that their leads caused. */
function listMessagesTo(leads: readonly { id: string }[]) {
  return db()
    .select({
      id: messageTable.id,
      event: messageTable.event,
      recipient: messageTable.recipient,
      state: messageTable.state,
      createdAt: messageTable.createdAt,
      reference: leadTable.reference,
    })
    .from(messageTable)
    .innerJoin(leadTable, eq(leadTable.id, messageTable.leadId))
    .where(
      inArray(
        messageTable.leadId,
        leads.map(({ id }) => id),
      ),
    )
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id))
    .limit(NEWEST);
}

/** Newest first; those that were given with an account have no lead. */
function listConsentsOf(
  leads: readonly { submissionId: string }[],
  accounts: readonly { id: string }[],
) {
  return db()
    .select({
      id: consentTable.id,
      purpose: consentTable.purpose,
      channel: consentTable.channel,
      givenAt: consentTable.givenAt,
      withdrawnAt: consentTable.withdrawnAt,
      reference: leadTable.reference,
    })
    .from(consentTable)
    .leftJoin(leadTable, eq(leadTable.submissionId, consentTable.submissionId))
    .where(
      or(
        inArray(
          consentTable.submissionId,
          leads.map(({ submissionId }) => submissionId),
        ),
        accounts.length > 0
          ? inArray(
              consentTable.userId,
              accounts.map(({ id }) => id),
            )
          : undefined,
      ),
    )
    .orderBy(desc(consentTable.givenAt), desc(consentTable.id));
}

/** Who read the person's page or one of their leads, the newest first. */
export function listContactViews({ id, leads }: Pick<FoundContact, "id" | "leads">) {
  return db()
    .select({
      position: auditTable.position,
      at: auditTable.at,
      by: auditTable.actorKind,
      byName: userTable.name,
      /** The lead that was read; null for the person's page. */
      reference: sql<
        string | null
      >`case when ${auditTable.thingKind} = 'lead' then ${auditTable.thingId} end`,
    })
    .from(auditTable)
    .leftJoin(userTable, eq(userTable.id, auditTable.accountId))
    .where(
      and(
        or(
          and(
            eq(auditTable.thingKind, "lead"),
            eq(auditTable.action, "lead_viewed"),
            inArray(
              auditTable.thingId,
              leads.map(({ reference }) => reference),
            ),
          ),
          and(
            eq(auditTable.thingKind, "contact"),
            eq(auditTable.action, "contact_viewed"),
            eq(auditTable.thingId, id),
          ),
        ),
        eq(auditTable.outcome, "done"),
        isNotNull(auditTable.accountId),
      ),
    )
    .orderBy(desc(auditTable.position))
    .limit(NEWEST);
}
