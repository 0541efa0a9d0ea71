import { sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";

export type Row = Record<string, unknown>;

/** Everything stored about a person, by table. */
type PersonalData = Record<string, Row[]>;

/** A column that references a row of another table. */
type Reference = { table: string; column: string };

/**
 * References to the staff member who did something. What they did concerns somebody else: a lead's
 * customer, another seller's listing.
 */
const DONE_TO_OTHERS: readonly string[] = [
  "lead.assigned_to_user_id",
  "lead_event.by_user_id",
  "lead_event.to_user_id",
  "lead_outcome.by_user_id",
  "contact_merge.by_user_id",
  "contacts_apart.by_user_id",
  "task.for_user_id",
  "task.by_user_id",
  "task.done_by_user_id",
  "seller_verification.by_user_id",
  "role_change.by_user_id",
  "access_grant.decided_by_user_id",
  "listing_report.settled_by_user_id",
  "inquiry_report.settled_by_user_id",
  // Who blocked this person is the data of the other one only.
  "member_block.blocked_id",
  "document_request.requested_by_user_id",
  "sealed_view.given_by_user_id",
  "review.decided_by_user_id",
  "review.replied_by_user_id",
  "staff_change.by_user_id",
  "staff_change.settled_by_user_id",
  "privacy_request.by_user_id",
  "privacy_request.settled_by_user_id",
  "incident.by_user_id",
  "submission_correction.by_user_id",
  "listing_declared_change.decided_by_user_id",
];

/** Rows that belong to a person's own rows, and so to the person. */
const OWNED_THROUGH: readonly (Reference & { parent: string; parentKey: string })[] = [
  { table: "consent", column: "submission_id", parent: "submission", parentKey: "id" },
  {
    table: "submission_correction",
    column: "submission_id",
    parent: "submission",
    parentKey: "id",
  },
  { table: "lead", column: "submission_id", parent: "submission", parentKey: "id" },
  { table: "document", column: "submission_id", parent: "submission", parentKey: "id" },
];

/** Secrets of the account, and the staff's own data about a lead. They are in no export. */
const NOT_EXPORTED =
  /^(password|token|token_hash|code_hash|link_hash|browser_hash|secret|backup_codes|access_token|refresh_token|id_token|visitor_hash|sealed_.*|assigned_to_user_id)$/;

/**
 * The person's data, found by the database's foreign keys: a new table that references a person is
 * in the export from its first day. Sealed answers are not; a person asks us for those in writing.
 */
export async function collectPersonalData(user: SignedInUser): Promise<PersonalData> {
  const data: PersonalData = {
    user: await rowsWhere("user", sql`id = ${user.id}`),
    submission_by_email: await applicationsByEmail(user),
    newsletter_by_email: await subscriptionsByEmail(user),
    privacy_request_by_email: await privacyRequestsByEmail(user),
    review: await reviewsWritten(user),
  };
  for (const { table, column } of await listUserReferences()) {
    if (DONE_TO_OTHERS.includes(`${table}.${column}`)) continue;
    const rows = await rowsWhere(table, sql`${sql.identifier(column)} = ${user.id}`);
    data[table] = [...(data[table] ?? []), ...rows];
  }
  for (const { table, column, parent, parentKey } of OWNED_THROUGH) {
    const parents = sql`select ${sql.identifier(parentKey)} from ${sql.identifier(parent)} where user_id = ${user.id}`;
    const rows = await rowsWhere(table, sql`${sql.identifier(column)} in (${parents})`);
    data[table] = [...(data[table] ?? []), ...rows.map((row) => withoutDoers(table, row))];
  }
  return data;
}

function withoutDoers(table: string, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !DONE_TO_OTHERS.includes(`${table}.${column}`)),
  );
}

/** Every foreign key of the schema that references the table of users. */
export function listUserReferences(): Promise<Reference[]> {
  return listReferences("user");
}

/** Every foreign key of the schema that references one of these tables. */
export async function listReferences(to: "user" | "submission" | "lead"): Promise<Reference[]> {
  const { rows } = await db().execute<Reference>(sql`
    select child.relname as "table", attribute.attname as "column"
    from pg_constraint as reference
    join pg_class as child on child.oid = reference.conrelid
    join pg_attribute as attribute
      on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = ${`public.${to}`}::regclass
    order by 1, 2`);
  return rows;
}

export async function rowsWhere(table: string, condition: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await db().execute<Row>(
    sql`select * from ${sql.identifier(table)} where ${condition}`,
  );
  return rows.map(withoutSecrets);
}

/**
 * Applications sent with this address while not signed in: only that they were sent, not their
 * content.
 */
async function applicationsByEmail(user: SignedInUser): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    select submission.reference, submission.form_name, submission.submitted_at, lead.kind
    from lead join submission on submission.id = lead.submission_id
    where lower(lead.email) = ${user.email} and submission.user_id is distinct from ${user.id}`);
  return rows;
}

/** With the text that was agreed to. Without the link to unsubscribe, which is in every e-mail. */
async function subscriptionsByEmail(user: SignedInUser): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    select locale, consent_text, channel, asked_at, confirmed_at, unsubscribed_at, unsubscribed_by
    from newsletter_subscription where email = ${user.email.toLowerCase()}`);
  return rows;
}

/** Their privacy requests, and the results. */
async function privacyRequestsByEmail(user: SignedInUser): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    select kind, received_on, due_on, reference, identity_way, reason, state, settled_at, outcome
    from privacy_request where lower(email) = ${user.email.toLowerCase()}`);
  return rows;
}

/** What the person wrote when we asked them for a review. */
async function reviewsWritten(user: SignedInUser): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    select review.author, review.place, review.stars, review.text, review.locale,
      review.written_at, review.published_at, review.reply, review.replied_at
    from review
      join review_request on review_request.id = review.request_id
      left join lead on lead.id = review_request.lead_id
      left join submission on submission.id = lead.submission_id
    where submission.user_id = ${user.id} or review_request.user_id = ${user.id}`);
  return rows;
}

function withoutSecrets(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([column, value]) => !NOT_EXPORTED.test(column) && !Buffer.isBuffer(value),
    ),
  );
}
