import { desc, eq, sql } from "drizzle-orm";
import { joinDeclared } from "#domain/declaration/declared-edit.ts";
import { type Declared, NOTHING_DECLARED, pickDeclared } from "#domain/declaration/declaration.ts";
import type { Finding } from "#domain/ad-rules/find-findings.ts";
import { planDeclaredEdit } from "#domain/declaration/declared-edit.ts";
import { findDealershipOfMember } from "#domain/dealership/dealership-queries.server.ts";
import type { FieldError } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import type { Locale } from "#values/locale.ts";
import {
  changeListing,
  type ChangeRefused,
  type EditableListing,
  isListingReviewed,
  writeMove,
} from "./editable-listing.server.ts";
import { findDeclaredByVin, saveDeclaredChanges } from "./declared-changes.server.ts";
import { findMustsOfEdit } from "./listing-ad.server.ts";
import { type ListingFields, toListingFields } from "./listing-answers.ts";
import { chooseIllustration } from "./listing-illustration.ts";
import { findMoveRefusal, isSold } from "./listing-state.ts";
import { listingForm } from "./listing.form.ts";
import { listingEventTable, listingPriceChangeTable, listingTable } from "./listing.table.ts";

type ListingReading =
  | { ok: true; fields: ListingFields }
  | { ok: false; answers: Answers; fieldErrors: readonly FieldError[] };

/** Parses a post of the form. It collects all errors and returns the valid answers with them. */
export function readListing(raw: RawFields, locale: Locale): ListingReading {
  const reading = readForm(listingForm, raw, readContextFor(locale, now()));
  if (!reading.ok) return reading;
  const read = toListingFields(reading.answers, today());
  return read.ok ? read : { ok: false, answers: reading.answers, fieldErrors: read.fieldErrors };
}

export type WriteResult =
  | { ok: true; id: string }
  | { ok: false; code: "not_found" | "already_sold" | "car_taken" | StaffChangeRefusal }
  | { ok: false; code: "ad_breaks_rule"; findings: readonly Finding[] };

/**
 * A new listing begins as a draft, which only its seller and staff can see. The caller checks the
 * permission, and decides which car it is.
 */
export async function insertDraft(
  transaction: Transaction,
  user: SignedInUser,
  fields: ListingFields,
  /**
   * The car of the sell request that the listing comes from, with what was declared there; without
   * it, a new car is created.
   */
  from?: { carId: string; declared: Declared },
): Promise<string> {
  const dealership = await findSellingDealership(transaction, user);
  const seed = `car-${Math.floor(Math.random() * 10_000)}`;
  const [listing] = await transaction
    .insert(listingTable)
    .values({
      ...fields,
      sellerId: user.id,
      ...(from && { carId: from.carId }),
      dealershipId: dealership?.id ?? null,
      state: "draft",
      illustration: chooseIllustration(fields, seed),
    })
    .returning({ id: listingTable.id });
  const id = listing!.id;
  await transaction
    .insert(listingEventTable)
    .values({ listingId: id, kind: "draft", byUserId: user.id });
  const before = from?.declared ?? (await findDeclaredByVin(transaction, user, fields.vin, id));
  if (before) {
    const input = { listingId: id, before, answered: pickDeclared(fields) };
    const declared = await saveDeclaredChanges(transaction, {
      ...input,
      by: user,
      editedBy: "seller",
    });
    await transaction.update(listingTable).set(declared).where(eq(listingTable.id, id));
  }
  return id;
}

/** A dealer sells for the dealership that they are a member of; null for everybody else. */
export async function findSellingDealership(queryable: Queryable, user: SignedInUser) {
  return user.role === "dealer" ? findDealershipOfMember(queryable, user.id) : null;
}

/**
 * Overwrites a listing with the form. If staff approve listings, a change by its seller to what is
 * public is reviewed again, unless only the price changed.
 */
export async function overwriteListing(
  transaction: Transaction,
  {
    by,
    listingId,
    fields,
    reason,
    alsoDeclared = NOTHING_DECLARED,
  }: {
    by: SignedInUser;
    listingId: string;
    fields: ListingFields;
    /** Why staff change somebody else's price. */
    reason?: string | undefined;
    /** What was declared of the same car elsewhere: the listing must not declare less. */
    alsoDeclared?: Declared;
  },
): Promise<WriteResult> {
  return changeListing(transaction, { by, listingId, reason }, (before) =>
    writeFields(transaction, by, before, { fields, alsoDeclared }),
  );
}

async function writeFields(
  transaction: Transaction,
  user: SignedInUser,
  before: EditableListing,
  { fields, alsoDeclared }: { fields: ListingFields; alsoDeclared: Declared },
): Promise<WriteResult> {
  if (isSold(before)) return { ok: false, code: "already_sold" };
  const listingId = before.id;
  const { seed = listingId } = before.illustration;
  const { editedBy } = before;
  const declaredBefore = joinDeclared(pickDeclared(before), alsoDeclared);
  const answered = pickDeclared(fields);
  // Without the corrections that wait for staff: the ad must be true of what the listing shows now.
  const said = planDeclaredEdit(declaredBefore, answered, editedBy).write;
  const findings = await findMustsOfEdit(transaction, { ...before, ...fields, ...said }, editedBy);
  if (findings.length > 0) return { ok: false, code: "ad_breaks_rule", findings };
  const declared = await saveDeclaredChanges(transaction, {
    listingId,
    before: declaredBefore,
    answered,
    by: user,
    editedBy,
  });
  await transaction
    .update(listingTable)
    .set({ ...fields, ...declared, illustration: chooseIllustration(fields, String(seed)) })
    .where(eq(listingTable.id, listingId));
  const priceCad = fields.priceCad;
  await recordPrice(transaction, { listing: before, priceCad, byUserId: user.id });
  const isReviewed = isListingReviewed();
  const site = { by: "site", isReviewed, at: now() } as const;
  const isForReview =
    isReviewed && before.editedBy === "seller" && saysSomethingElse(before, fields);
  if (isForReview && !findMoveRefusal("review_again", before, site))
    await writeMove(transaction, listingId, "review_again", { byUserId: user.id });
  return { ok: true, id: listingId };
}

function saysSomethingElse(before: ListingFields, after: ListingFields): boolean {
  const said: Readonly<Record<string, unknown>> = before;
  return Object.entries(after).some(
    ([name, value]) => name !== "priceCad" && JSON.stringify(said[name]) !== JSON.stringify(value),
  );
}

type PriceChange = { fromCad: number; toCad: number; at: Date };

type ChangeResult = { ok: true } | { ok: false; code: "already_sold" } | ChangeRefused;

/** Sets a new price and stores the old one. The same price again changes nothing. */
export async function changePrice(
  user: SignedInUser,
  listingId: string,
  priceCad: number,
  /** Why, if staff change somebody else's price. */
  reason?: string,
): Promise<ChangeResult> {
  return db().transaction((transaction) =>
    changeListing<ChangeResult>(transaction, { by: user, listingId, reason }, async (listing) => {
      if (isSold(listing)) return { ok: false, code: "already_sold" };
      await transaction
        .update(listingTable)
        .set({ priceCad })
        .where(eq(listingTable.id, listingId));
      await recordPrice(transaction, { listing, priceCad, byUserId: user.id });
      return { ok: true };
    }),
  );
}

/** A price that was never public is not recorded: a draft's leaves no trace. */
async function recordPrice(
  transaction: Transaction,
  change: {
    listing: { id: string; priceCad: number; postedAt: Date | null };
    priceCad: number;
    byUserId: string;
  },
): Promise<void> {
  const { listing, priceCad, byUserId } = change;
  if (listing.priceCad === priceCad || listing.postedAt === null) return;
  await transaction.insert(listingPriceChangeTable).values({
    listingId: listing.id,
    fromCad: listing.priceCad,
    toCad: priceCad,
    byUserId,
    // Not the start of the transaction, which may have waited for another change.
    at: sql`clock_timestamp()`,
  });
}

/** The newest change first. */
export async function listPriceChanges(listingId: string): Promise<PriceChange[]> {
  const { fromCad, toCad, at } = listingPriceChangeTable;
  return db()
    .select({ fromCad, toCad, at })
    .from(listingPriceChangeTable)
    .where(eq(listingPriceChangeTable.listingId, listingId))
    .orderBy(desc(at), desc(listingPriceChangeTable.id));
}
