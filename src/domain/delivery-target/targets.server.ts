import { and, asc, eq } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { may } from "#domain/identity/permission.ts";
import { makeDue, notify, sendAllAgain } from "#domain/notification/notify.server.ts";
import type { CompleteAnswersOf } from "#forms/define-form.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { makeRowId } from "#platform/database/columns.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { findAddressFault } from "#platform/outgoing/public-call.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";
import { type DeliveryTarget, deliveryTargetTable } from "./delivery-target.table.ts";
import { findTargetKind } from "./kinds.server.ts";
import type { targetForm } from "./target.form.ts";
import { openSettings, replaceSecret, sealSettings } from "./target-settings.server.ts";

/** More would be a mistake: each gets a copy of every lead. */
const MOST_TARGETS = 10;

/** The targets of a dealership, the oldest first. */
export async function listTargets(dealershipId: string) {
  const { id, createdAt } = deliveryTargetTable;
  return db()
    .select()
    .from(deliveryTargetTable)
    .where(eq(deliveryTargetTable.dealershipId, dealershipId))
    .orderBy(asc(createdAt), asc(id));
}

type AddResult =
  /** `secret` is shown once; null if the kind has none. */
  | { ok: true; secret: string | null }
  | { ok: false; code: "not_permitted" | "too_many" }
  | { ok: false; code: "bad_address"; fault: "not_https" | "has_password" | "not_public" };

/** Adds a target to the dealership of the person. */
export async function addTarget(
  by: SignedInUser,
  { name, kind, url, leadKinds }: CompleteAnswersOf<typeof targetForm>,
): Promise<AddResult> {
  const dealershipId = by.dealership?.id;
  if (!dealershipId || !may(by, "changeDesk")) return { ok: false, code: "not_permitted" };
  const address = URL.parse(url);
  const fault = address ? findAddressFault(address, env().DELIVERY_HOSTS) : "not_https";
  if (!address || fault) return { ok: false, code: "bad_address", fault: fault ?? "not_https" };
  const chosen = splitChoices(leadKinds);
  const id = makeRowId();
  const secret = findTargetKind(kind)?.makeSecret?.() ?? null;
  const sealedSettings = await sealSettings(id, { url: address.href, secret, old: null });
  return db().transaction(async (transaction) => {
    if ((await transaction.$count(deliveryTargetTable, isOf(dealershipId))) >= MOST_TARGETS)
      return { ok: false, code: "too_many" };
    await transaction.insert(deliveryTargetTable).values({
      id,
      dealershipId,
      name,
      kind,
      shownAddress: address.host + address.pathname,
      leadKinds: LEAD_KINDS.filter((each) => chosen.includes(each)),
      sealedSettings,
    });
    await record(transaction, by, dealershipId, [null, name]);
    return { ok: true, secret };
  });
}

/** Removes a target; what it had yet to receive is withdrawn. */
export async function removeTarget(by: SignedInUser, id: string): Promise<boolean> {
  return change(by, id, async (transaction, target) => {
    await transaction.delete(deliveryTargetTable).where(eq(deliveryTargetTable.id, target.id));
    return true;
  });
}

/** Switches a target on or off. On again, it starts without its earlier failures. */
export async function switchTarget(by: SignedInUser, id: string, isOn: boolean): Promise<boolean> {
  return change(by, id, async (transaction, target) => {
    await transaction
      .update(deliveryTargetTable)
      .set({ state: isOn ? "on" : "off", failuresInARow: 0, restingUntil: null })
      .where(eq(deliveryTargetTable.id, target.id));
    if (isOn) await makeDue(transaction, target.id);
    return true;
  });
}

/**
 * Gives a target a new secret, which is shown once. The old one signs too for a day. Returns null if
 * its kind has none.
 */
export async function rotateSecret(by: SignedInUser, id: string): Promise<string | null> {
  return change(by, id, async (transaction, target) => {
    const secret = findTargetKind(target.kind)?.makeSecret?.() ?? null;
    if (secret === null) return null;
    const settings = replaceSecret(await openSettings(target), secret);
    await transaction
      .update(deliveryTargetTable)
      .set({ sealedSettings: await sealSettings(target.id, settings) })
      .where(eq(deliveryTargetTable.id, target.id));
    return secret;
  }).then((result) => result || null);
}

/** Sends a marked test. */
export async function testTarget(by: SignedInUser, id: string, locale: Locale): Promise<boolean> {
  return change(by, id, async (transaction, target) => {
    const { dealershipId, shownAddress: to } = target;
    const targetId = target.id;
    await notify(transaction, { event: "target_test", to, locale, dealershipId, targetId });
    return true;
  });
}

/** Gives every delivery that was given up another round, in one press. Returns how many. */
export async function replayTarget(by: SignedInUser, id: string): Promise<number> {
  return change(by, id, (transaction, target) => sendAllAgain(transaction, target.id)).then(Number);
}

/** Runs a change of a target of the person's own dealership, with its record. */
async function change<Result>(
  by: SignedInUser,
  id: string,
  act: (transaction: Transaction, target: DeliveryTarget) => Promise<Result>,
): Promise<Result | false> {
  const dealershipId = by.dealership?.id;
  if (!dealershipId || !may(by, "changeDesk") || !isUuid(id)) return false;
  return db().transaction(async (transaction) => {
    const [target] = await transaction
      .select()
      .from(deliveryTargetTable)
      .where(and(eq(deliveryTargetTable.id, id), isOf(dealershipId)))
      .for("update");
    if (!target) return false;
    const result = await act(transaction, target);
    await record(transaction, by, dealershipId, [target.name, target.name]);
    return result;
  });
}

async function record(
  transaction: Transaction,
  by: SignedInUser,
  dealershipId: string,
  target: [string | null, string | null],
): Promise<void> {
  await recordAudit(transaction, {
    by: toActor(by),
    action: "delivery_target_changed",
    on: { kind: "dealership", id: dealershipId },
    changes: { target },
  });
}

function isOf(dealershipId: string) {
  return eq(deliveryTargetTable.dealershipId, dealershipId);
}
