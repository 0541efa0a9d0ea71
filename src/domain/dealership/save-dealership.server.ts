import { eq } from "drizzle-orm";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import type { CompleteAnswersOf } from "#forms/define-form.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { db } from "#platform/database/database.server.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { resolvePlace } from "#values/place/resolve-place.ts";
import { PROVINCES } from "#values/province.ts";
import type { dealershipForm } from "./dealership.form.ts";
import { dealershipTable } from "./dealership.table.ts";

type DealershipAnswers = CompleteAnswersOf<typeof dealershipForm>;

type SaveResult =
  | { ok: true; id: string }
  | { ok: false; code: "name_taken" | "town_unknown" | "no_such_dealership" };

/**
 * Stores a new dealership, or what has changed about one, on record with it. Leads go by where it
 * stands, so its town must be one that we know.
 */
export async function saveDealership(
  id: string | null,
  answers: DealershipAnswers,
): Promise<SaveResult> {
  const { city, province } = answers;
  const place = resolvePlace({ text: `${city}, ${province}` });
  if (place?.lat === undefined || place.lon === undefined)
    return { ok: false, code: "town_unknown" };
  const served = splitChoices(answers.servedProvinces);
  const taken = splitChoices(answers.takesLeadKinds);
  const columns = {
    name: answers.name,
    leadEmail: answers.leadEmail,
    phone: answers.phone,
    streetAddress: answers.streetAddress,
    city,
    provinceCode: province,
    postalCode: answers.postalCode,
    lat: place.lat,
    lon: place.lon,
    // Its own one at least.
    servedProvinces: PROVINCES.filter((code) => code === province || served.includes(code)),
    servedRadiusKm: answers.servedRadius,
    takesLeadKinds: LEAD_KINDS.filter((kind) => taken.includes(kind)),
  };
  return db().transaction(async (transaction): Promise<SaveResult> => {
    const [namesake] = await transaction
      .select({ id: dealershipTable.id })
      .from(dealershipTable)
      .where(eq(dealershipTable.name, columns.name))
      .for("update");
    if (namesake && namesake.id !== id) return { ok: false, code: "name_taken" };
    const [saved] =
      id === null
        ? // Two of one name at the same instant: the second is told, not failed.
          await transaction
            .insert(dealershipTable)
            .values(columns)
            .onConflictDoNothing({ target: dealershipTable.name })
            .returning({ id: dealershipTable.id })
        : await transaction
            .update(dealershipTable)
            .set(columns)
            .where(eq(dealershipTable.id, id))
            .returning({ id: dealershipTable.id });
    if (!saved) return { ok: false, code: id === null ? "name_taken" : "no_such_dealership" };
    await recordAudit(transaction, {
      action: "dealership_changed",
      on: { kind: "dealership", id: saved.id },
    });
    return { ok: true, id: saved.id };
  });
}

/** From now on it is given no lead, or leads again. What it has stays its own. */
export async function setDealershipActive(id: string, active: boolean): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const [changed] = await transaction
      .update(dealershipTable)
      .set({ active })
      .where(eq(dealershipTable.id, id))
      .returning({ id: dealershipTable.id });
    if (!changed) return false;
    await recordAudit(transaction, {
      action: active ? "dealership_resumed" : "dealership_paused",
      on: { kind: "dealership", id },
    });
    return true;
  });
}
