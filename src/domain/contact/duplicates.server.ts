import { desc, eq, sql } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { isUuid } from "#values/uuid.ts";
import { type DuplicateReason, DUPLICATE_REASONS } from "./contact.ts";
import { contactMergeLeadTable, contactMergeTable } from "./contact.table.ts";

const MOST_DUPLICATES = 10;

/**
 * Who may be the same person, and why. The year of birth is not among the reasons: it is sealed
 * with each lead's own key, and is opened only with a reason that is on record.
 */
export async function listDuplicates(
  contactId: string,
): Promise<{ id: string; reasons: DuplicateReason[] }[]> {
  const { rows } = await db().execute<{ id: string; reasons: string[] }>(sql`
    with own as (
      select lead.*, inbox_words(concat_ws(' ', first_name, last_name)) as name
      from contact_lead join lead on lead.id = contact_lead.lead_id
      where contact_lead.contact_id = ${contactId}::uuid),
    alike as (
      select other.id as lead_id, 'email' as reason from own
        join lead as other on lower(other.email) = lower(own.email)
      union all
      select other.id, 'phone' from own join lead as other on other.phone = own.phone
      union all
      select other.id, 'name' from own
        join contact on own.first_name <> '' and own.last_name <> ''
          and contact.words @@ array_to_string(
            array(select quote_literal(word) from unnest(tsvector_to_array(own.name)) as word), ' & ')::tsquery
        join contact_lead on contact_lead.contact_id = contact.id
        join lead as other on other.id = contact_lead.lead_id
          and inbox_words(concat_ws(' ', other.first_name, other.last_name)) = own.name
          and inbox_words(other.city) = inbox_words(own.city))
    select contact_lead.contact_id as id, array_agg(distinct reason) as reasons
    from alike join contact_lead on contact_lead.lead_id = alike.lead_id
    where contact_lead.contact_id <> ${contactId}::uuid
      and not exists (
        select from contacts_apart
        where one_id = least(contact_lead.contact_id, ${contactId}::uuid)
          and other_id = greatest(contact_lead.contact_id, ${contactId}::uuid))
    group by contact_lead.contact_id
    order by count(distinct reason) desc, contact_lead.contact_id desc
    limit ${MOST_DUPLICATES}`);
  return rows.map(({ id, reasons }) => ({ id, reasons: inOrder(reasons) }));
}

export const PAIRS_PER_PAGE = 25;

export type DuplicatePair = { newerId: string; olderId: string; reasons: DuplicateReason[] };

/**
 * One page of all those who may be one person, for the same reasons, the newest person first.
 * `after` is the last pair of the page before.
 */
export async function listDuplicatePairs(
  after: Pick<DuplicatePair, "newerId" | "olderId"> | null,
): Promise<{ pairs: DuplicatePair[]; hasOlder: boolean }> {
  const { rows } = await db().execute<{ newer: string; older: string; reasons: string[] }>(sql`
    with person as materialized (
      select contact_lead.contact_id, lower(lead.email) as email, lead.phone,
        case when lead.first_name <> '' and lead.last_name <> '' and lead.city is not null
          then inbox_words(concat_ws(' ', lead.first_name, lead.last_name))::text
            || ' ' || inbox_words(lead.city)::text end as name
      from contact_lead join lead on lead.id = contact_lead.lead_id),
    known as materialized (
      select contact_id, 'email' as reason, email as word from person where email is not null
      union select contact_id, 'phone', phone from person where phone is not null
      union select contact_id, 'name', name from person where name is not null),
    pair as (
      select one.contact_id as newer, other.contact_id as older,
        array_agg(distinct one.reason) as reasons
      from known as one join known as other
        on other.reason = one.reason and other.word = one.word and other.contact_id < one.contact_id
      group by one.contact_id, other.contact_id)
    select newer, older, reasons from pair
    where not exists (
        select from contacts_apart where one_id = pair.older and other_id = pair.newer)
      ${after === null ? sql`` : sql`and (newer, older) < (${after.newerId}::uuid, ${after.olderId}::uuid)`}
    order by newer desc, older desc
    limit ${PAIRS_PER_PAGE + 1}`);
  return {
    pairs: rows.slice(0, PAIRS_PER_PAGE).map(({ newer, older, reasons }) => ({
      newerId: newer,
      olderId: older,
      reasons: inOrder(reasons),
    })),
    hasOlder: rows.length > PAIRS_PER_PAGE,
  };
}

const inOrder = (reasons: readonly string[]): DuplicateReason[] =>
  DUPLICATE_REASONS.filter((reason) => reasons.includes(reason));

/** The person whom a merged contact is now; null for one that was not merged. */
export async function findSurvivor(contactId: string): Promise<string | null> {
  if (!isUuid(contactId)) return null;
  const { rows } = await db().execute<{ id: string }>(sql`
    with recursive chain as (
      select survivor_id as id, 1 as depth from ${contactMergeTable} where merged_id = ${contactId}::uuid
      union all
      select merge.survivor_id, depth + 1 from chain join ${contactMergeTable} merge on merge.merged_id = chain.id)
    select id from chain order by depth desc limit 1`);
  return rows[0]?.id ?? null;
}

/** The merges that made this person, the newest first, with the leads that they moved. */
export function listMerges(contactId: string) {
  return db()
    .select({
      id: contactMergeTable.id,
      at: contactMergeTable.at,
      byName: userTable.name,
      references: sql<string[]>`(
        select coalesce(array_agg(${leadTable.reference} order by ${leadTable.receivedAt}), '{}')
        from ${contactMergeLeadTable} join ${leadTable} on ${leadTable.id} = ${contactMergeLeadTable.leadId}
        where ${contactMergeLeadTable.mergeId} = ${contactMergeTable.id})`,
    })
    .from(contactMergeTable)
    .leftJoin(userTable, eq(userTable.id, contactMergeTable.byUserId))
    .where(eq(contactMergeTable.survivorId, contactId))
    .orderBy(desc(contactMergeTable.at), desc(contactMergeTable.id));
}
