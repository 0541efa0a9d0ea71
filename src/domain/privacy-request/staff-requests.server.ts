import { and, asc, desc, eq, ne } from "drizzle-orm";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";
import {
  findDueDay,
  type IdentityWay,
  isOverdue,
  type PrivacyRequestKind,
} from "./privacy-request.ts";
import { privacyRequestTable } from "./privacy-request.table.ts";
import { writePrivacyLetter } from "./privacy-letter.ts";

// Staff record, answer and list privacy requests here.

export type NewPrivacyRequest = {
  kind: PrivacyRequestKind;
  /** YYYY-MM-DD */
  receivedOn: string;
  name: string;
  email: string | null;
  phone: string | null;
  locale: Locale;
  identityWay: IdentityWay;
  reason: string;
};

/** Records a privacy request; the thirty days run from the day of receipt. */
export async function receivePrivacyRequest(
  requested: NewPrivacyRequest,
  by: StaffMember,
): Promise<{ ok: true; id: string } | { ok: false; code: "not_permitted" | "no_contact" }> {
  if (!may(by, "answerPrivacyRequests")) return { ok: false, code: "not_permitted" };
  if (!requested.email && !requested.phone) return { ok: false, code: "no_contact" };
  return db().transaction(async (transaction) => {
    const [stored] = await transaction
      .insert(privacyRequestTable)
      .values({ ...requested, dueOn: findDueDay(requested.receivedOn), byUserId: by.id })
      .returning({ id: privacyRequestTable.id });
    if (!stored) throw new Error("What a person asked was not stored.");
    const on = { kind: "privacy_request", id: stored.id } as const;
    await recordAudit(transaction, { action: "privacy_request_received", on });
    return { ok: true, id: stored.id };
  });
}

/**
 * Closes a request as done or refused; the person is sent the text of the letter by e-mail at once.
 */
export async function settlePrivacyRequest(
  id: string,
  { state, outcome }: { state: "done" | "refused"; outcome: string },
  by: StaffMember,
): Promise<{ ok: true } | { ok: false; code: "not_permitted" | "not_found" }> {
  if (!may(by, "answerPrivacyRequests")) return { ok: false, code: "not_permitted" };
  if (!isUuid(id)) return { ok: false, code: "not_found" };
  return db().transaction(async (transaction) => {
    const [settled] = await transaction
      .update(privacyRequestTable)
      .set({ state, outcome, settledAt: now(), settledByUserId: by.id })
      .where(and(eq(privacyRequestTable.id, id), eq(privacyRequestTable.state, "open")))
      .returning();
    if (!settled) return { ok: false, code: "not_found" };
    const { email: to, locale } = settled;
    if (to) {
      const { subject, paragraphs } = writePrivacyLetter(settled, locale);
      const params = { subject, paragraphs };
      await notify(transaction, { event: "privacy_request_settled", to, locale, params });
    }
    const on = { kind: "privacy_request", id } as const;
    await recordAudit(transaction, { action: "privacy_request_settled", on });
    return { ok: true };
  });
}

const NEWEST_SETTLED = 30;

/** Open requests, the most urgent first, and the requests that were settled last. */
export async function listPrivacyRequests() {
  const { id, kind, receivedOn, dueOn, name, email, phone, reference, state, settledAt } =
    privacyRequestTable;
  const columns = { id, kind, receivedOn, dueOn, name, email, phone, reference, state, settledAt };
  const byName = { byName: userTable.name };
  const [open, settled] = await Promise.all([
    db()
      .select({ ...columns, ...byName })
      .from(privacyRequestTable)
      .leftJoin(userTable, eq(userTable.id, privacyRequestTable.byUserId))
      .where(eq(state, "open"))
      .orderBy(asc(dueOn), asc(id)),
    db()
      .select({ ...columns, ...byName })
      .from(privacyRequestTable)
      .leftJoin(userTable, eq(userTable.id, privacyRequestTable.settledByUserId))
      .where(ne(state, "open"))
      .orderBy(desc(settledAt), desc(id))
      .limit(NEWEST_SETTLED),
  ]);
  const day = today();
  return { open: open.map((each) => ({ ...each, isOverdue: isOverdue(each, day) })), settled };
}

/** The number of open requests. */
export function countOpenPrivacyRequests(): Promise<number> {
  return db().$count(privacyRequestTable, eq(privacyRequestTable.state, "open"));
}
