import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { forgetStaffChanges } from "#domain/staff-change/objection.server.ts";
import { deleteMessages } from "#domain/notification/notify.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { type ExpiredData, expiredRows } from "#platform/database/expired-rows.server.ts";
import { shredRecords } from "#platform/vault/record-vault.server.ts";
import { site } from "#site/site.ts";
import { leadTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";

/**
 * For a row of `submission`: whether its sealed answers have been stored as long as allowed. For a
 * withdrawn request that is over at once (Law 25, s. 23: its purpose is gone).
 */
export function isSealedTimeOver(at: Date): SQL {
  const moment = at.toISOString();
  return sql`(
    submission.submitted_at < ${moment}::timestamptz - ${`${site.retention.sealedMostDays} days`}::interval
    or exists (
      select 1 from lead join lead_event on lead_event.lead_id = lead.id
      where lead.submission_id = submission.id
        and (lead_event.kind = 'application_withdrawn'
          or (lead_event.to_status in ('approved', 'delivered', 'closed')
            and lead_event.at < ${moment}::timestamptz - ${`${site.retention.sealedDays} days`}::interval))
    ))`;
}

/**
 * Makes the sealed answers of this submission unreadable for ever. Returns whether there were any.
 */
export async function shredSealedAnswers(
  transaction: Transaction,
  submissionId: string,
): Promise<boolean> {
  const unsealed = await transaction
    .update(submissionTable)
    .set({ sealedAnswers: null })
    .where(and(eq(submissionTable.id, submissionId), isNotNull(submissionTable.sealedAnswers)))
    .returning({ id: submissionTable.id });
  await shredRecords(transaction, "submission", [submissionId]);
  return unsealed.length > 0;
}

/**
 * Sealed answers, deleted some days after a decision, or at the latest some time after the
 * submission.
 */
export const oldSealedAnswers: ExpiredData = {
  count: (at) => db().$count(submissionTable, areSealedAnswersOver(at)),
  end: (at) =>
    db().transaction(async (transaction) => {
      const { rows: unsealed } = await transaction.execute<{ id: string }>(sql`
        update submission set sealed_answers = null where ${areSealedAnswersOver(at)} returning id`);
      await shredRecords(
        transaction,
        "submission",
        unsealed.map(({ id }) => id),
      );
      return unsealed.length;
    }),
};

function areSealedAnswersOver(at: Date): SQL {
  return sql`submission.sealed_answers is not null and ${isSealedTimeOver(at)}`;
}

/** Whole leads with their consents and messages, after their months (domain/setting). */
export const oldLeads: ExpiredData = {
  count: (at) => db().$count(leadTable, isLeadTimeOver(at)),
  end: (at) => db().transaction((transaction) => deleteLeads(transaction, isLeadTimeOver(at))),
};

/** For a row of `lead`. */
export function isLeadTimeOver(at: Date): SQL {
  return sql`lead.received_at < ${at.toISOString()}::timestamptz - ${`${site.retention.leadMonths} months`}::interval`;
}

/** The answers of leads that are deleted, now or before. */
export const oldSubmissions = expiredRows(
  submissionTable,
  (
    at,
  ) => sql`submission.submitted_at < ${at.toISOString()}::timestamptz - ${`${site.retention.leadMonths} months`}::interval
    and not exists (
      select 1 from lead where lead.submission_id = submission.id and not ${isLeadTimeOver(at)})`,
);

/**
 * Deletes leads with everything that belongs to them: history, messages, staff's changes. Not their
 * submissions. Returns the number of leads.
 */
export async function deleteLeads(transaction: Transaction, condition: SQL): Promise<number> {
  const { rows } = await transaction.execute<{ id: string; reference: string }>(
    sql`delete from lead where ${condition} returning id, reference`,
  );
  await forgetStaffChanges(
    transaction,
    "lead",
    rows.map(({ reference }) => reference),
  );
  await deleteMessages(transaction, { leadIds: rows.map(({ id }) => id) });
  return rows.length;
}
