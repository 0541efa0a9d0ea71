import { sql } from "drizzle-orm";
import { maskEmail, maskPhone } from "#values/mask.ts";
import { readEmail } from "#values/email.ts";
import { readPhone } from "#values/phone.ts";
import { listReferences, type Row, rowsWhere } from "./personal-data.server.ts";

/** Which staff member did something, and staff's notes: not in a person's own export. */
const AMONG_STAFF =
  /(^lead_event\.(note|to_user_id)|^task\.(title|place|for_user_id)|[._]by_user_id)$/;

/**
 * Everything stored about one request, by table. It is found by the database's foreign keys, so
 * that a new table about requests is included from its first day. Sealed answers are not; a person
 * asks us for those.
 */
export async function collectRequestData(
  { id: leadId, submissionId }: { id: string; submissionId: string },
  {
    isMasked,
    forStaff = false,
  }: {
    /**
     * Whether contact data is shown only in part, because several people may use one link or
     * browser.
     */
    isMasked: boolean;
    /** With staff's notes, which the person who answers a request reads first. */
    forStaff?: boolean;
  },
): Promise<Record<string, Row[]>> {
  const data: Record<string, Row[]> = {
    submission: await rowsWhere("submission", sql`id = ${submissionId}`),
    lead: await rowsWhere("lead", sql`id = ${leadId}`),
    message: await rowsWhere("message", sql`lead_id = ${leadId}`),
  };
  for (const [to, id] of [
    ["submission", submissionId],
    ["lead", leadId],
  ] as const) {
    for (const { table, column } of await listReferences(to)) {
      if (table in data || DERIVED.includes(table)) continue;
      const rows = await rowsWhere(table, sql`${sql.identifier(column)} = ${id}`);
      data[table] = forStaff ? rows : rows.map((row) => withoutNotes(table, row));
    }
  }
  const found = Object.entries(data).filter(([, rows]) => rows.length > 0);
  return Object.fromEntries(
    found.map(([table, rows]) => [table, isMasked ? rows.map(maskRow) : rows]),
  );
}

function withoutNotes(table: string, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !AMONG_STAFF.test(`${table}.${column}`)),
  );
}

/**
 * What the inbox finds leads by, made of the rows above with staff's notes; and which leads belong
 * to one person.
 */
const DERIVED: readonly string[] = ["lead_inbox", "contact_lead", "contact_merge_lead"];

const PHONE_LIKE = /^[+\d\s().-]{10,}$/;

function maskRow(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, mask(value)]));
}

/** Masks addresses and phone numbers wherever they occur, also in the answers. */
function mask(value: unknown): unknown {
  if (typeof value === "string") {
    if (readEmail(value).ok) return maskEmail(value);
    const phone = PHONE_LIKE.test(value) ? readPhone(value) : null;
    return phone?.ok ? maskPhone(phone.e164) : value;
  }
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mask(each)]));
}
