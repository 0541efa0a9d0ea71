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
  return rows.map(({ id, reasons }) => ({
    id,
    reasons: DUPLICATE_REASONS.filter((reason) => reasons.includes(reason)),
  }));
}

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
