import { eq } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import {
  digestText,
  type Facts,
  type Owner,
  recordStaffChange,
} from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import type { CompleteAnswersOf } from "#forms/define-form.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import { PROVINCES } from "#values/province.ts";
import type { dealershipForm } from "./dealership.form.ts";
import { dealershipMemberTable, dealershipTable } from "./dealership.table.ts";

type DealershipAnswers = CompleteAnswersOf<typeof dealershipForm>;

type SaveResult =
  | { ok: true; id: string }
  | { ok: false; code: "name_taken" | "town_unknown" | "no_such_dealership" };

/**
 * Stores a new dealership, or a change to one, with an audit record. Leads are routed by its
 * location, so its city must be in the gazetteer.
 */
export async function saveDealership(
  by: StaffMember,
  id: string | null,
  answers: DealershipAnswers,
): Promise<SaveResult> {
  const { city, province } = answers;
  const location = resolveLocation({ text: `${city}, ${province}` });
  if (location?.lat === undefined || location.lon === undefined)
    return { ok: false, code: "town_unknown" };
  const served = splitChoices(answers.servedProvinces);
  const taken = splitChoices(answers.takesLeadKinds);
  const columns = {
    name: answers.name,
    licenceNumber: answers.licenceNumber ?? null,
    leadEmail: answers.leadEmail,
    phone: answers.phone,
    streetAddress: answers.streetAddress,
    city,
    provinceCode: province,
    postalCode: answers.postalCode,
    lat: location.lat,
    lon: location.lon,
    // At least its own province.
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
    const before = id === null ? {} : await readFacts(transaction, id);
    const [saved] =
      id === null
        ? // If two with one name are stored at once, the second gets a refusal, not an error.
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
    await recordStaffChange(transaction, {
      kind: "dealership_changed",
      by,
      thingId: saved.id,
      before,
      after: await readFacts(transaction, saved.id),
      owners: await listOwners(transaction, saved.id),
    });
    return { ok: true, id: saved.id };
  });
}

/** Pauses a dealership, which then gets no leads, or resumes it. It keeps the leads that it has. */
export async function setDealershipActive(
  by: StaffMember,
  id: string,
  active: boolean,
): Promise<boolean> {
  return db().transaction(async (transaction) => {
    const [found] = await transaction
      .select({ active: dealershipTable.active })
      .from(dealershipTable)
      .where(eq(dealershipTable.id, id))
      .for("update");
    if (!found) return false;
    await transaction.update(dealershipTable).set({ active }).where(eq(dealershipTable.id, id));
    await recordStaffChange(transaction, {
      kind: active ? "dealership_resumed" : "dealership_paused",
      by,
      thingId: id,
      before: { isActive: found.active },
      after: { isActive: active },
      owners: await listOwners(transaction, id),
    });
    return true;
  });
}

async function readFacts(transaction: Transaction, id: string): Promise<Facts> {
  const [row] = await transaction.select().from(dealershipTable).where(eq(dealershipTable.id, id));
  if (!row) return {};
  return {
    dealershipName: row.name,
    licenceNumber: row.licenceNumber,
    leadEmail: digestText(row.leadEmail),
    phone: digestText(row.phone),
    address: digestText([row.streetAddress, row.city, row.provinceCode, row.postalCode].join(", ")),
    servedRadiusKm: row.servedRadiusKm,
    servedProvinces: row.servedProvinces,
    takesLeadKinds: row.takesLeadKinds,
  };
}

/** All members of a dealership. */
async function listOwners(transaction: Transaction, id: string): Promise<Owner[]> {
  const { id: userId, email, name, locale } = userTable;
  return transaction
    .select({ userId, email, name, locale, thingName: dealershipTable.name })
    .from(dealershipMemberTable)
    .innerJoin(userTable, eq(userTable.id, dealershipMemberTable.userId))
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealershipMemberTable.dealershipId))
    .where(eq(dealershipMemberTable.dealershipId, id))
    .orderBy(userTable.id);
}
