import { type SQL, sql } from "drizzle-orm";
import { isOneOf } from "#platform/database/columns.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

/** By which staff answer a mail. */
const ANSWERS = ["mail_sent", "sms_sent", "call_reached", "call_voicemail"] as const;

/** For a row of `lead`: whether its sender wrote by mail, and staff have not answered since. */
export function hasAnswered(): SQL {
  const at = (condition: SQL) => sql`(
    select max(${leadEventTable.at}) from ${leadEventTable}
    where ${leadEventTable.leadId} = ${leadTable.id} and ${condition})`;
  return sql`coalesce(
    ${at(isOneOf(leadEventTable.kind, ["mail_received"]))}
      > coalesce(${at(isOneOf(leadEventTable.kind, ANSWERS))}, '-infinity'), false)`;
}
