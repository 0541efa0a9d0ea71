import { eq } from "drizzle-orm";
import { listDealershipPeople } from "#domain/dealership/dealership-readers.server.ts";
import { Postponed, Unwritable } from "#domain/notification/events/event.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { makeDue, type NewMessage, notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { SendResult } from "#platform/outgoing/send-result.ts";
import { type DeliveryTarget, deliveryTargetTable } from "./delivery-target.table.ts";
import { findTargetKind } from "./kinds.server.ts";
import type { Delivery } from "./kinds/target-kind.ts";
import { openSettings, validSecrets } from "./target-settings.server.ts";

/** So many failures one after the other, and the target rests. */
export const FAILURES_BEFORE_REST = 5;
const REST_MINUTES = 15;

/**
 * Writes one request to the target of a message, at the time of sending. Returns null if the target
 * was removed meanwhile. A test is sent even to a target that rests or is off: it finds out whether
 * it works again.
 */
export async function writeDelivery(
  { id, targetId }: Message,
  describe: () => Promise<Delivery | Unwritable | null>,
  { isTest = false }: { isTest?: boolean } = {},
) {
  const target = targetId && (await findTarget(targetId));
  if (!target) return null;
  const kind = findTargetKind(target.kind);
  if (!kind) return new Unwritable("This version of the site no longer knows this kind of target.");
  if (!isTest && target.state !== "on") return new Unwritable("The target is switched off.");
  const { restingUntil } = target;
  if (!isTest && restingUntil && restingUntil > now()) return new Postponed(restingUntil);
  const delivery = await describe();
  if (delivery === null || delivery instanceof Unwritable) return delivery;
  const settings = await openSettings(target);
  const written = kind.write(delivery, { id, at: now(), secrets: validSecrets(settings) });
  return { url: settings.url, ...written, redacted: delivery.personal };
}

async function findTarget(id: string): Promise<DeliveryTarget | undefined> {
  const [found] = await db()
    .select()
    .from(deliveryTargetTable)
    .where(eq(deliveryTargetTable.id, id));
  return found;
}

/**
 * Counts the failures of a target in a row. After some it rests: the queue holds what waits for it,
 * tries one delivery after each rest, and loses nothing. Whoever may change the target is told once.
 */
export async function recordTry({ targetId }: Message, result: SendResult): Promise<void> {
  if (!targetId || (!result.ok && !result.receiver)) return;
  await db().transaction(async (transaction) => {
    const [target] = await transaction
      .select()
      .from(deliveryTargetTable)
      .where(eq(deliveryTargetTable.id, targetId))
      .for("update");
    if (!target) return;
    if (result.ok) await recover(transaction, target);
    else await fail(transaction, target, result.receiver === "gone", result.detail);
  });
}

async function recover(
  transaction: Transaction,
  { id, failuresInARow, restingUntil }: DeliveryTarget,
) {
  if (failuresInARow === 0) return;
  await transaction
    .update(deliveryTargetTable)
    .set({ failuresInARow: 0, restingUntil: null })
    .where(eq(deliveryTargetTable.id, id));
  if (restingUntil) await makeDue(transaction, id);
}

async function fail(
  transaction: Transaction,
  target: DeliveryTarget,
  isGone: boolean,
  detail: string,
): Promise<void> {
  const { id, state, restingUntil } = target;
  const failuresInARow = target.failuresInARow + 1;
  const rests = failuresInARow >= FAILURES_BEFORE_REST;
  await transaction
    .update(deliveryTargetTable)
    .set({
      failuresInARow,
      ...(isGone && { state: "gone" as const }),
      ...(rests && { restingUntil: new Date(now().getTime() + REST_MINUTES * 60_000) }),
    })
    .where(eq(deliveryTargetTable.id, id));
  const isNews = isGone ? state === "on" : rests && restingUntil === null;
  if (isNews) await notifyTeam(transaction, target, { isGone, failuresInARow, detail });
}

async function notifyTeam(
  transaction: Transaction,
  { name, shownAddress, dealershipId }: DeliveryTarget,
  { isGone, failuresInARow, detail }: { isGone: boolean; failuresInARow: number; detail: string },
): Promise<void> {
  const people = await listDealershipPeople(transaction, dealershipId, ["owner", "manager"]);
  const mails = people.map((person): NewMessage => ({
    event: "target_fails",
    ...person,
    dealershipId,
    params: { name, address: shownAddress, isGone, failures: failuresInARow, answer: detail },
  }));
  await notify(transaction, ...mails);
}
