import { and, asc, eq, ne, or } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import type { CompleteAnswersOf } from "#forms/define-form.ts";
import { db } from "#platform/database/database.server.ts";
import { lockName } from "#platform/database/named-lock.server.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";
import { isUuid } from "#values/uuid.ts";
import type { outcomeReasonForm } from "./outcome.form.ts";
import { outcomeReasonTable } from "./outcome.table.ts";

type Changer = { id: string; role: Role };

/** The whole list, in the order in which it was made. */
export function listOutcomeReasons() {
  return db().select().from(outcomeReasonTable).orderBy(asc(outcomeReasonTable.id));
}

/** What staff can choose from, in their language. */
export async function listOfferedReasons(locale: Locale): Promise<{ id: string; name: string }[]> {
  const reasons = await listOutcomeReasons();
  return reasons
    .filter(({ isOffered }) => isOffered)
    .map(({ id, nameEn, nameFr }) => ({ id, name: locale === "fr" ? nameFr : nameEn }));
}

/** Adds a reason, or renames one, also where it was chosen before. */
export async function saveOutcomeReason(
  by: Changer,
  id: string | null,
  { nameEn, nameFr }: CompleteAnswersOf<typeof outcomeReasonForm>,
): Promise<{ ok: true } | { ok: false; code: "not_found" | "taken_en" | "taken_fr" }> {
  if (id !== null && !isUuid(id)) return { ok: false, code: "not_found" };
  return db().transaction(async (transaction) => {
    await lockName(transaction, "outcome reasons");
    const [namesake] = await transaction
      .select({ nameEn: outcomeReasonTable.nameEn })
      .from(outcomeReasonTable)
      .where(
        and(
          or(eq(outcomeReasonTable.nameEn, nameEn), eq(outcomeReasonTable.nameFr, nameFr)),
          id === null ? undefined : ne(outcomeReasonTable.id, id),
        ),
      )
      .orderBy(outcomeReasonTable.id);
    if (namesake) return { ok: false, code: namesake.nameEn === nameEn ? "taken_en" : "taken_fr" };
    const names = { nameEn, nameFr };
    let before: typeof names | undefined;
    if (id === null) await transaction.insert(outcomeReasonTable).values(names);
    else {
      [before] = await transaction
        .select({ nameEn: outcomeReasonTable.nameEn, nameFr: outcomeReasonTable.nameFr })
        .from(outcomeReasonTable)
        .where(eq(outcomeReasonTable.id, id));
      if (!before) return { ok: false, code: "not_found" };
      await transaction.update(outcomeReasonTable).set(names).where(eq(outcomeReasonTable.id, id));
    }
    await recordAudit(transaction, {
      by: toActor(by),
      action: "settings_changed",
      changes: {
        outcomeReasonEn: [before?.nameEn ?? null, nameEn],
        outcomeReasonFr: [before?.nameFr ?? null, nameFr],
      },
    });
    return { ok: true };
  });
}

/** Offers a reason to staff, or no longer. Where it was chosen before it stays. */
export async function offerOutcomeReason(by: Changer, id: string, isOffered: boolean) {
  if (!isUuid(id)) return;
  await db().transaction(async (transaction) => {
    const [changed] = await transaction
      .update(outcomeReasonTable)
      .set({ isOffered })
      .where(and(eq(outcomeReasonTable.id, id), ne(outcomeReasonTable.isOffered, isOffered)))
      .returning({ nameEn: outcomeReasonTable.nameEn });
    if (!changed) return;
    await recordAudit(transaction, {
      by: toActor(by),
      action: "settings_changed",
      changes: {
        outcomeReasonEn: [isOffered ? null : changed.nameEn, isOffered ? changed.nameEn : null],
      },
    });
  });
}
