import { desc, eq, sql, type SQL } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { sellerVerificationTable, type VerificationStep } from "./seller-verification.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { recordStaffChange } from "#domain/staff-change/record-staff-change.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Whether the newest step of a person's verification is `verified`; part of another query. */
export function isVerifiedSeller(userId: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`coalesce((
    select step.kind = 'verified' from ${sellerVerificationTable} step
    where step.user_id = ${userId} and step.kind <> 'requested'
    order by step.at desc, step.id desc limit 1
  ), false)`;
}

export type VerificationState = {
  step: VerificationStep | null;
  at: Date | null;
  mayAsk: boolean;
};

/** The state of a person's verification: the newest step decides. */
export async function findVerificationState(user: SignedInUser): Promise<VerificationState> {
  const [newest] = await db()
    .select({ kind: sellerVerificationTable.kind, at: sellerVerificationTable.at })
    .from(sellerVerificationTable)
    .where(eq(sellerVerificationTable.userId, user.id))
    .orderBy(desc(sellerVerificationTable.at), desc(sellerVerificationTable.id))
    .limit(1);
  const step = newest?.kind ?? null;
  const isOpen = step === "requested" || step === "verified";
  return { step, at: newest?.at ?? null, mayAsk: !isOpen && may(user, "askForVerification") };
}

/** Asks for a verification. Asking twice makes one request. */
export async function askForVerification(user: SignedInUser): Promise<boolean> {
  return db().transaction(async (transaction) => {
    // Locks the person's own row, so that two requests at once wait for each other.
    await transaction
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.id, user.id))
      .for("update");
    if (!(await findVerificationState(user)).mayAsk) return false;
    await transaction
      .insert(sellerVerificationTable)
      .values({ userId: user.id, kind: "requested", byUserId: user.id });
    return true;
  });
}

type OpenRequest = { userId: string; name: string; email: string; at: Date };

/** The people who wait for an answer, the one who has waited longest first. */
export async function listOpenVerifications(): Promise<OpenRequest[]> {
  const newest = db()
    .selectDistinctOn([sellerVerificationTable.userId], {
      userId: sellerVerificationTable.userId,
      kind: sellerVerificationTable.kind,
      at: sellerVerificationTable.at,
    })
    .from(sellerVerificationTable)
    .orderBy(
      sellerVerificationTable.userId,
      desc(sellerVerificationTable.at),
      desc(sellerVerificationTable.id),
    )
    .as("newest");
  return db()
    .select({ userId: newest.userId, name: userTable.name, email: userTable.email, at: newest.at })
    .from(newest)
    .innerJoin(userTable, eq(userTable.id, newest.userId))
    .where(eq(newest.kind, "requested"))
    .orderBy(newest.at);
}

/** Stores staff's answer, once: if somebody else has already answered, nothing is written. */
export async function decideVerification(
  staff: SignedInUser,
  userId: string,
  kind: "verified" | "declined",
): Promise<boolean> {
  if (!may(staff, "verifySeller")) return false;
  return db().transaction(async (transaction) => {
    const [seller] = await transaction
      .select()
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for("update");
    const [newest] = await transaction
      .select({ kind: sellerVerificationTable.kind })
      .from(sellerVerificationTable)
      .where(eq(sellerVerificationTable.userId, userId))
      .orderBy(desc(sellerVerificationTable.at), desc(sellerVerificationTable.id))
      .limit(1);
    if (!seller || newest?.kind !== "requested") return false;
    await transaction
      .insert(sellerVerificationTable)
      .values({ userId, kind, byUserId: staff.id, at: sql`clock_timestamp()` });
    const { email, name, locale } = seller;
    await recordStaffChange(transaction, {
      kind: "seller_verification_decided",
      by: staff,
      thingId: userId,
      before: { verification: newest.kind },
      after: { verification: kind },
      owners: [{ userId, email, name, locale, thingName: email }],
      async notify(_seller, objectionPath) {
        await notify(transaction, {
          event: kind === "verified" ? "seller_verified" : "seller_not_verified",
          to: email,
          locale,
          userId,
          params: { name, objectionPath },
        });
      },
    });
    return true;
  });
}
