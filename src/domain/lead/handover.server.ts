import { and, asc, eq, gt, gte, inArray, lt, lte } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { sealedViewTable } from "./sealed-view.table.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { listTargetsWithLead, notifyTargetsOfEnd } from "./lead-targets.server.ts";
import { notifyInbox } from "./notify-inbox.server.ts";
import { listMemberRoles } from "#domain/dealership/dealership-queries.server.ts";
import { addOpenHours } from "#domain/first-contact/due-time.server.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { allowsAtDesk } from "#values/dealership-role.ts";
import { withdrawMessages } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import {
  ENDED_STATES,
  HANDOVER_EVENTS,
  type HandoverOutcome,
  isEnded,
  isHandedOver,
  type PassReason,
  writeHandoverNote,
} from "./handover.ts";
import { handoverTable } from "./handover.table.ts";

export type Handover = typeof handoverTable.$inferSelect;

/** Who acts, for which dealership, on which lead. */
export type HandoverPress = { reference: string; dealershipId: string; byUserId: string };

/** `answered`: a colleague was faster. */
export type HandoverResult = { ok: true } | { ok: false; code: "not_found" | "answered" };

/** Puts a lead into a dealership's hands, once; it accepts it or passes on it. */
export async function openHandover(
  transaction: Transaction,
  lead: Pick<typeof leadTable.$inferSelect, "id" | "kind">,
  dealershipId: string,
): Promise<void> {
  if (!isHandedOver(lead.kind)) return;
  const givenAt = now();
  const answerBy = await findAnswerBy(transaction, dealershipId, givenAt);
  await transaction
    .insert(handoverTable)
    .values({ leadId: lead.id, dealershipId, givenAt, answerBy })
    .onConflictDoNothing();
}

/** No limit for a dealership whose people do not answer at the desk: it works in its own system. */
async function findAnswerBy(
  transaction: Transaction,
  dealershipId: string,
  givenAt: Date,
): Promise<Date | null> {
  const { dealerAnswerHours } = await readSettings(transaction);
  if (dealerAnswerHours === 0) return null;
  const members = await listMemberRoles(transaction, dealershipId);
  const canAnswer = members.some(({ role }) => allowsAtDesk(role, "workDealerLeads"));
  return canAnswer ? addOpenHours(givenAt, dealerAnswerHours) : null;
}

/** Takes back the leads that their dealership did not answer in time. */
export async function takeBackUnanswered(): Promise<void> {
  const due = and(eq(handoverTable.state, "waiting"), lt(handoverTable.answerBy, now()));
  const late = await db()
    .select({ reference: leadTable.reference, dealershipId: handoverTable.dealershipId })
    .from(handoverTable)
    .innerJoin(leadTable, eq(leadTable.id, handoverTable.leadId))
    .where(and(due, eq(leadTable.dealershipId, handoverTable.dealershipId)))
    .orderBy(asc(handoverTable.answerBy));
  for (const each of late)
    await db().transaction(async (transaction) => {
      const handover = await lockHandover(transaction, each);
      // Answered meanwhile.
      if (handover?.state !== "waiting") return;
      await transaction
        .update(handoverTable)
        .set({ state: "timed_out", answeredAt: now() })
        .where(eq(handoverTable.id, handover.id));
      await appendHistory(transaction, handover, { kind: "dealer_timed_out", byUserId: null });
      await takeBack(transaction, handover);
    });
}

/** The dealership works on the lead from now on. */
export function acceptLead(press: HandoverPress): Promise<HandoverResult> {
  return db().transaction(async (transaction) => {
    const handover = await lockHandover(transaction, press);
    if (!handover) return { ok: false, code: "not_found" };
    if (handover.state !== "waiting") return { ok: false, code: "answered" };
    const { byUserId } = press;
    await transaction
      .update(handoverTable)
      .set({ state: "accepted", answeredAt: now(), byUserId })
      .where(eq(handoverTable.id, handover.id));
    await appendHistory(transaction, handover, { kind: "dealer_accepted", byUserId });
    return { ok: true };
  });
}

/**
 * The dealership takes the lead no further, also after it had accepted it: the lead is with staff
 * again, who may give it to no dealership that its sender did not agree to.
 */
export function passLead(
  press: HandoverPress,
  { reason, note }: { reason: PassReason; note: string },
): Promise<HandoverResult> {
  return db().transaction(async (transaction) => {
    const handover = await lockHandover(transaction, press);
    if (!handover) return { ok: false, code: "not_found" };
    if (isEnded(handover.state)) return { ok: false, code: "answered" };
    const { byUserId } = press;
    await transaction
      .update(handoverTable)
      .set({ state: "passed", passReason: reason, answeredAt: now(), byUserId })
      .where(eq(handoverTable.id, handover.id));
    await appendHistory(transaction, handover, {
      kind: "dealer_passed",
      note: writeHandoverNote(reason, note),
      byUserId,
    });
    await takeBack(transaction, handover);
    return { ok: true };
  });
}

/** What came of a lead that the dealership works on. */
export function recordLeadResult(
  press: HandoverPress,
  result: { outcome: HandoverOutcome; soldValueCad: number | null; note: string },
): Promise<HandoverResult> {
  return db().transaction(async (transaction) => {
    const handover = await lockHandover(transaction, press);
    if (!handover) return { ok: false, code: "not_found" };
    if (handover.state !== "accepted") return { ok: false, code: "answered" };
    const { outcome, soldValueCad, note } = result;
    await transaction
      .update(handoverTable)
      .set({ outcome, soldValueCad })
      .where(eq(handoverTable.id, handover.id));
    const code = soldValueCad === null ? outcome : `${outcome} ${soldValueCad}`;
    await appendHistory(transaction, handover, {
      kind: "dealer_outcome",
      note: writeHandoverNote(code, note),
      byUserId: press.byUserId,
    });
    return { ok: true };
  });
}

/** A note of the dealership, which the operator's staff read too. */
export function addDealerNote(press: HandoverPress, note: string): Promise<HandoverResult> {
  return db().transaction(async (transaction) => {
    const handover = await lockHandover(transaction, press);
    if (!handover) return { ok: false, code: "not_found" };
    if (handover.state !== "accepted") return { ok: false, code: "answered" };
    await appendHistory(transaction, handover, {
      kind: "dealer_note",
      note,
      byUserId: press.byUserId,
    });
    return { ok: true };
  });
}

/** What this dealership did with the lead, oldest first; never what another one did. */
export async function listHandoverEvents({ leadId, givenAt, state, answeredAt }: Handover) {
  const events = await db()
    .select({
      id: leadEventTable.id,
      kind: leadEventTable.kind,
      note: leadEventTable.note,
      at: leadEventTable.at,
      byName: userTable.name,
    })
    .from(leadEventTable)
    .leftJoin(userTable, eq(userTable.id, leadEventTable.byUserId))
    .where(
      and(
        eq(leadEventTable.leadId, leadId),
        inArray(leadEventTable.kind, HANDOVER_EVENTS),
        gte(leadEventTable.at, givenAt),
        isEnded(state) && answeredAt ? lte(leadEventTable.at, answeredAt) : undefined,
      ),
    )
    .orderBy(asc(leadEventTable.at), asc(leadEventTable.id));
  return events.flatMap((event) => {
    const kind = HANDOVER_EVENTS.find((each) => each === event.kind);
    return kind ? [{ ...event, kind }] : [];
  });
}

/** The dealerships that had the lead and gave it up, or did not answer. */
export async function listEndedHandovers(queryable: Queryable, leadId: string): Promise<string[]> {
  const ended = await queryable
    .select({ dealershipId: handoverTable.dealershipId })
    .from(handoverTable)
    .where(and(eq(handoverTable.leadId, leadId), inArray(handoverTable.state, ENDED_STATES)));
  return ended.map(({ dealershipId }) => dealershipId);
}

/** The lead is locked first, as everywhere. */
async function lockHandover(
  transaction: Transaction,
  { reference, dealershipId }: Pick<HandoverPress, "reference" | "dealershipId">,
): Promise<Handover | null> {
  const [lead] = await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(and(eq(leadTable.reference, reference), eq(leadTable.dealershipId, dealershipId)))
    .for("no key update");
  if (!lead) return null;
  const [handover] = await transaction
    .select()
    .from(handoverTable)
    .where(and(eq(handoverTable.leadId, lead.id), eq(handoverTable.dealershipId, dealershipId)))
    .for("update");
  return handover ?? null;
}

/**
 * The lead is with staff again. What the dealership had yet to receive is cancelled, its own systems
 * are told to delete the lead, and a link to sealed answers ends.
 */
async function takeBack(
  transaction: Transaction,
  { leadId, dealershipId }: Handover,
): Promise<void> {
  const at = now();
  const [lead] = await transaction
    .update(leadTable)
    .set({ dealershipId: null })
    .where(eq(leadTable.id, leadId))
    .returning({ reference: leadTable.reference, locale: leadTable.locale });
  await withdrawMessages(transaction, {
    leadId,
    events: ["lead_adf", "lead_target", "sealed_view_given", "lead_shared", "lead_corrected"],
  });
  if (lead) {
    const targets = await listTargetsWithLead(transaction, leadId);
    await notifyTargetsOfEnd(transaction, targets, { ...lead, leadId, isGivenUp: true });
  }
  await transaction
    .update(sealedViewTable)
    .set({ expiresAt: at })
    .where(
      and(
        eq(sealedViewTable.leadId, leadId),
        eq(sealedViewTable.dealershipId, dealershipId),
        gt(sealedViewTable.expiresAt, at),
      ),
    );
  await notifyInbox(transaction);
}

type NewEvent = { kind: (typeof HANDOVER_EVENTS)[number]; note?: string; byUserId: string | null };

async function appendHistory(
  transaction: Transaction,
  { leadId }: Handover,
  event: NewEvent,
): Promise<void> {
  await transaction.insert(leadEventTable).values({ ...event, leadId, at: now() });
}
