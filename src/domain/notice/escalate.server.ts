import { and, eq, gt, isNull, lt, lte, notExists, notInArray, exists } from "drizzle-orm";
import { isOpen } from "#domain/first-contact/due-time.server.ts";
import type { EscalationStep } from "#domain/lead/lead.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";

/** How long the team has before administrators are told. */
const ADMINISTRATORS_AFTER_MS = 2 * 60 * 60_000;
/** A promise that was broken longer ago is found in the list: nobody is told of it any more. */
const LONGEST_AGO_MS = 7 * 24 * 60 * 60_000;
/** Of one run; the next one, a minute later, takes the others. */
const MOST_AT_ONCE = 200;

/**
 * Puts into the history of each overdue lead, once, that the team is told, and some hours later,
 * when the office is open, that administrators are. The notices follow from the history
 * (notices.server.ts).
 */
export async function escalateOverdue(at: Date): Promise<void> {
  await escalate(at, "team", undefined);
  // Nobody can have acted while the office was closed.
  if (!isOpen(at)) return;
  const toldBefore = new Date(at.getTime() - ADMINISTRATORS_AFTER_MS);
  const wasTold = and(isStep("team"), lte(leadEventTable.at, toldBefore));
  await escalate(at, "administrators", exists(selectEvents(wasTold)));
}

async function escalate(
  at: Date,
  step: EscalationStep,
  condition: ReturnType<typeof exists> | undefined,
): Promise<void> {
  const isOwed = and(
    isNull(leadTable.firstContactAt),
    lt(leadTable.dueAt, at),
    gt(leadTable.dueAt, new Date(at.getTime() - LONGEST_AGO_MS)),
    notInArray(leadTable.status, ["delivered", "closed"]),
    notExists(selectEvents(isStep(step))),
    condition,
  );
  const leads = await db()
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(isOwed)
    .orderBy(leadTable.dueAt, leadTable.id)
    .limit(MOST_AT_ONCE);
  for (const { id } of leads)
    await db().transaction((transaction) =>
      appendStep(transaction, { leadId: id, step, at }, isOwed),
    );
}

/** Two processes at once: the second one waits for the lock, and finds the step taken. */
async function appendStep(
  transaction: Transaction,
  { leadId, step, at }: { leadId: string; step: EscalationStep; at: Date },
  isOwed: ReturnType<typeof and>,
): Promise<void> {
  await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.id, leadId))
    .for("no key update");
  const [owed] = await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(and(eq(leadTable.id, leadId), isOwed));
  if (owed)
    await transaction.insert(leadEventTable).values({ leadId, kind: "escalated", note: step, at });
}

function isStep(step: EscalationStep) {
  return eq(leadEventTable.note, step);
}

function selectEvents(condition: ReturnType<typeof and>) {
  return db()
    .select({ id: leadEventTable.id })
    .from(leadEventTable)
    .where(
      and(eq(leadEventTable.leadId, leadTable.id), eq(leadEventTable.kind, "escalated"), condition),
    );
}
