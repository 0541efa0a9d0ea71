import { type SQL, sql } from "drizzle-orm";
import { leadTable } from "./lead.table.ts";

/**
 * For a row of `lead`: whether its sender wrote by mail, and staff have not answered since. Written
 * without max(at), for which the planner reads all events backwards by their time.
 */
export function hasAnswered(): SQL {
  return sql`exists (
    select from lead_event as written
    where written.lead_id = ${leadTable.id} and written.kind = 'mail_received' and not exists (
      select from lead_event as answer
      where answer.lead_id = written.lead_id and answer.at > written.at
        and answer.kind in ('mail_sent', 'sms_sent', 'call_reached', 'call_voicemail')
        and not (answer.kind = 'call_reached' and ${isTakenBack(sql`answer`)})))`;
}

/** Like `listStandingCalls`: each taking back undoes the newest call before it that still stands. */
function isTakenBack(call: SQL): SQL {
  return sql`exists (
    select from lead_event as undo
    where undo.lead_id = ${call}.lead_id and undo.id > ${call}.id and undo.kind = 'call_taken_back'
      and 0 < (select sum(case each.kind when 'call_taken_back' then 1 else -1 end) from lead_event as each
        where each.lead_id = ${call}.lead_id and each.id > ${call}.id and each.id <= undo.id
          and each.kind in ('call_reached', 'call_taken_back')))`;
}
