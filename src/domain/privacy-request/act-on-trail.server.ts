import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import { deleteDraftsOf } from "#domain/draft/draft-link.server.ts";
import { closeAccount } from "#domain/people/close-account.server.ts";
import { emailSignInTable } from "#domain/identity/identity.table.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { withdrawConsent } from "#domain/lead/consents.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { newsletterSubscriptionTable as subscriptions } from "#domain/newsletter/newsletter.table.ts";
import { unsubscribeByStaff } from "#domain/newsletter/subscribers.server.ts";
import {
  collectPersonalData,
  type Row,
  rowsWhere,
} from "#domain/personal-data/personal-data.server.ts";
import { collectRequestData } from "#domain/personal-data/request-data.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { reviewTable } from "#domain/review/review.table.ts";
import { may } from "#domain/identity/permission.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { outboxMessageTable } from "#platform/outbox/outbox.table.ts";
import { isUuid } from "#values/uuid.ts";
import { eraseRequest, withdrawRequest } from "./end-request.server.ts";
import { findTrail, hasOpenDeal, isMessageTo, isOutboxTo } from "./find-trail.server.ts";
import type { RetentionReason, PrivacyAct } from "./privacy-request.ts";
import { type PrivacyRequest, privacyRequestTable } from "./privacy-request.table.ts";
import type { Contact, TrailItem } from "./trail.ts";

// What staff do for a person on request: with the items of their trail that staff ticked, and only
// if the request says how the person proved their identity.

const ACT_REFUSALS = [
  "not_found",
  "not_permitted",
  "fresh_factor_needed",
  /** A request that is only proved by the browser that sent it is not enough for this. */
  "identity_unproved",
  "nothing_chosen",
] as const;
export type ActRefusal = (typeof ACT_REFUSALS)[number];

type SelectedItems = { request: PrivacyRequest; items: TrailItem[] };
export type Refused = { ok: false; code: ActRefusal };

/** The ticked items of a request's trail, if this staff member may act on them. */
export async function findSelectedItems(
  requestId: string,
  keys: readonly string[],
  by: StaffMember,
): Promise<({ ok: true } & SelectedItems) | Refused> {
  if (!may(by, "answerPrivacyRequests")) return { ok: false, code: "not_permitted" };
  if (by.lacksFreshFactor) return { ok: false, code: "fresh_factor_needed" };
  const request = await findPrivacyRequest(requestId);
  if (request?.state !== "open") return { ok: false, code: "not_found" };
  if (request.identityWay === "browser") return { ok: false, code: "identity_unproved" };
  const { items } = await findTrail(request);
  const chosen = items.filter(({ key }) => keys.includes(key));
  return chosen.length > 0
    ? { ok: true, request, items: chosen }
    : { ok: false, code: "nothing_chosen" };
}

export async function findPrivacyRequest(id: string): Promise<PrivacyRequest | null> {
  if (!isUuid(id)) return null;
  const [found] = await db()
    .select()
    .from(privacyRequestTable)
    .where(eq(privacyRequestTable.id, id));
  return found ?? null;
}

type ActResult = { ok: true; act: PrivacyAct } | Refused;

/** Withdraws requests with their consents, marketing consents, and the newsletter. */
export async function withdrawForPerson(
  requestId: string,
  keys: readonly string[],
  by: StaffMember,
): Promise<ActResult> {
  const selected = await findSelectedItems(requestId, keys, by);
  if (!selected.ok) return selected;
  const done = startAct("withdrawn");
  for (const item of selected.items) {
    if (item.kind === "lead") {
      const ended = await withdrawRequest(item.id, { way: "staff", userId: by.id });
      await withdrawMarketing(item.id, by.id);
      if (ended.ok) done.reached.push(item.key);
      else done.kept.push({ what: item.key, why: ended.code, until: null });
    }
    if (item.kind === "subscription" && item.isSubscribed) {
      await unsubscribeByStaff(by, item.id);
      done.reached.push(item.key);
    }
  }
  return { ok: true, act: await storeAct(requestId, done) };
}

/**
 * All stored data of the ticked items, by table, with staff's notes. Staff must read it before
 * handing it over, because it may mention other people (PIPEDA, s. 9(1)).
 */
export async function exportForPerson(
  requestId: string,
  keys: readonly string[],
  by: StaffMember,
): Promise<{ ok: true; data: Record<string, Row[]> } | Refused> {
  const selected = await findSelectedItems(requestId, keys, by);
  if (!selected.ok) return selected;
  const done = startAct("exported");
  const data: Record<string, Row[]> = {};
  for (const item of selected.items) {
    done.reached.push(item.key);
    for (const [table, rows] of Object.entries(await collectItem(item)))
      data[table] = [...(data[table] ?? []), ...rows];
  }
  await storeAct(requestId, done);
  return { ok: true, data };
}

async function collectItem(item: TrailItem): Promise<Record<string, Row[]>> {
  switch (item.kind) {
    case "lead": {
      const [lead] = await db()
        .select({ id: leadTable.id, submissionId: leadTable.submissionId })
        .from(leadTable)
        .where(eq(leadTable.reference, item.id));
      return lead ? collectRequestData(lead, { isMasked: false, forStaff: true }) : {};
    }
    case "account":
      return collectPersonalData({ ...item, phone: null });
    case "subscription":
      return {
        newsletter_subscription: await rowsWhere("newsletter_subscription", isRow(item.id)),
      };
    case "review":
      return { review: await rowsWhere("review", isRow(item.id)) };
    case "co_applicant":
      return {
        co_applicant: await rowsWhere(
          "co_applicant",
          sql`submission_id in (select id from submission where reference = ${item.id})`,
        ),
      };
  }
}

const isRow = (id: string) => sql`id = ${id}`;

async function withdrawMarketing(reference: string, byUserId: string): Promise<void> {
  const state = await db()
    .select({ id: consentTable.id })
    .from(consentTable)
    .innerJoin(submissionTable, eq(submissionTable.id, consentTable.submissionId))
    .where(
      and(
        eq(submissionTable.reference, reference),
        inArray(consentTable.purpose, ["marketing_email", "marketing_sms"]),
        isNull(consentTable.withdrawnAt),
      ),
    );
  for (const { id } of state) await withdrawConsent(id, { byUserId });
}

/**
 * Deletes the ticked items unless a rule retains them, and data found by address or number alone.
 * Each item is a transaction of its own, so a repeat continues an interrupted run.
 */
export async function eraseForPerson(
  requestId: string,
  keys: readonly string[],
  by: StaffMember,
): Promise<ActResult> {
  const selected = await findSelectedItems(requestId, keys, by);
  if (!selected.ok) return selected;
  const done = startAct("erased");
  // A review refers to what it was requested for, so it goes first. A bid's lead is what is left
  // after its bidder's account is deleted, so it goes last.
  for (const item of selected.items.toSorted((a, b) => deletionOrder(a) - deletionOrder(b)))
    await eraseItem(item, by, done);
  await eraseRemains(selected.request);
  return { ok: true, act: await storeAct(requestId, done) };
}

function deletionOrder(item: TrailItem): number {
  if (item.kind === "review") return 0;
  if (item.kind === "lead") return item.leadKind === "bid" ? 3 : 1;
  return 2;
}

async function eraseItem(item: TrailItem, by: StaffMember, done: UnstoredAct): Promise<void> {
  const retain = (why: RetentionReason, until: string | null = null) =>
    done.kept.push({ what: item.key, why, until });
  if (item.refusal) {
    retain(item.refusal);
    return;
  }
  switch (item.kind) {
    case "lead": {
      const erased = await eraseRequest(item.id, { way: "staff", userId: by.id });
      if (!erased.ok) retain(erased.code);
      else if (erased.hold) retain(erased.hold.code, erased.hold.until);
      else {
        done.reached.push(item.key);
        if (erased.isOnSpreadsheet) done.byHand.push(item.id);
      }
      return;
    }
    case "account": {
      // A deal may have begun since the page was shown.
      if (await hasOpenDeal(item.id)) return void retain("deal_open");
      const deleted = await closeAccount(item, by);
      if (deleted.ok) done.reached.push(item.key);
      else retain(deleted.code);
      return;
    }
    case "subscription": {
      await unsubscribeByStaff(by, item.id);
      if (item.hold) return void retain(item.hold.code, item.hold.until);
      await db().delete(subscriptions).where(eq(subscriptions.id, item.id));
      done.reached.push(item.key);
      return;
    }
    case "review":
      await db().delete(reviewTable).where(eq(reviewTable.id, item.id));
      done.reached.push(item.key);
      return;
    case "co_applicant":
      retain("anothers_request");
  }
}

/** Without messages that are not sent yet: they tell the person what was done. */
async function eraseRemains(contact: Contact): Promise<void> {
  const messages = isMessageTo(contact);
  const outbox = isOutboxTo(contact);
  const { phone } = contact;
  const email = contact.email?.toLowerCase() ?? null;
  await db().transaction(async (transaction) => {
    if (messages)
      await transaction
        .delete(messageTable)
        .where(and(messages, inArray(messageTable.state, ["sent", "dead", "withdrawn"])));
    if (outbox) await transaction.delete(outboxMessageTable).where(outbox);
    if (phone)
      await transaction
        .delete(phoneVerificationTable)
        .where(eq(phoneVerificationTable.phone, phone));
    if (!email) return;
    await transaction.delete(emailSignInTable).where(eq(emailSignInTable.email, email));
    await deleteDraftsOf(transaction, email);
  });
}

type UnstoredAct = {
  act: PrivacyAct["act"];
  reached: string[];
  kept: { what: string; why: RetentionReason; until: string | null }[];
  byHand: string[];
};

export function startAct(act: PrivacyAct["act"]): UnstoredAct {
  return { act, reached: [], kept: [], byHand: [] };
}

/** Adds an act to a request and to the audit log. */
export async function storeAct(requestId: string, done: UnstoredAct): Promise<PrivacyAct> {
  const act = { ...done, at: now().toISOString() };
  await db().transaction(async (transaction) => {
    await transaction
      .update(privacyRequestTable)
      .set({ acts: sql`${privacyRequestTable.acts} || ${JSON.stringify([act])}::jsonb` })
      .where(eq(privacyRequestTable.id, requestId));
    const on = { kind: "privacy_request", id: requestId } as const;
    await recordAudit(transaction, { action: ACTIONS[done.act], on });
  });
  return act;
}

/** The audit action of each act; each item has an audit record of its own besides. */
const ACTIONS = {
  exported: "data_exported",
  corrected: "answer_corrected",
  withdrawn: "request_withdrawn",
  erased: "person_erased",
} as const;
