import { and, desc, eq, gt, isNull, or, type SQL } from "drizzle-orm";
import { decodeVin } from "#domain/catalogue/vin-decoder/vin-decoder.server.ts";
import { recordConsents } from "#domain/lead/consents.server.ts";
import { notifyOfLead } from "#domain/lead/lead-messages.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { estimatePrice } from "#domain/pricing/price-estimate.server.ts";
import type { PriceEstimate } from "#domain/pricing/price-estimate.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import type { VinDecoding } from "#values/vin.ts";
import { vinOfferForm } from "./offer-request.form.ts";
import { vinOfferPutAwayTable } from "./vin-offer.table.ts";

/** For how many days the home page shows the result. */
const SHOWN_DAYS = 30;

export type VinOffer = {
  reference: string;
  vin: string;
  city: string;
  provinceCode: string;
  car: VinDecoding;
  /** The price estimate for the car; null if the VIN does not identify the car. */
  estimate: (PriceEstimate & { odometerKm: number }) | null;
  /** Where to send the offer, if they said so. */
  contact: string | null;
};

/** The result for the VIN that this browser or account sent last, unless it was dismissed. */
export async function findNewestVinOffer(visitor: Visitor): Promise<VinOffer | null> {
  const { visitorHash, user, isNew, hasSent } = visitor;
  if (isNew || (hasSent === false && !user)) return null;
  const since = new Date(now().getTime() - SHOWN_DAYS * 86_400_000);
  return describeOffer(await selectNewest({ visitorHash, userId: user?.id ?? null, since }));
}

const selectNewest = prepareQuery(
  "newest_vin_offer",
  ["visitorHash", "userId", "since"],
  (database, { visitorHash, userId, since }) =>
    selectOffer(
      database,
      and(
        eq(submissionTable.formName, vinOfferForm.name),
        // Without an account the second condition matches nothing, because nothing equals null.
        or(eq(submissionTable.visitorHash, visitorHash), eq(submissionTable.userId, userId)),
        gt(submissionTable.submittedAt, since),
        isNull(vinOfferPutAwayTable.submissionId),
      ),
    ),
  { from: db },
);

/** The result by its reference, for its sender only; null for everybody else. */
export async function findVinOffer(visitor: Visitor, reference: string): Promise<VinOffer | null> {
  const isMeant = eq(submissionTable.reference, reference.toUpperCase());
  return describeOffer(await selectOffer(db(), and(isOwn(visitor), isMeant)));
}

/**
 * Whether the sender said where to send the offer, but not the address: anybody with the reference
 * may know this.
 */
export async function hasGivenContact(reference: string): Promise<boolean> {
  const isMeant = eq(submissionTable.reference, reference.toUpperCase());
  const [found] = await selectOffer(
    db(),
    and(eq(submissionTable.formName, vinOfferForm.name), isMeant),
  );
  return found !== undefined && (found.lead.email !== null || found.lead.phone !== null);
}

function isOwn({ visitorHash, user }: Visitor) {
  const { formName, userId } = submissionTable;
  const byBrowser = eq(submissionTable.visitorHash, visitorHash);
  return and(
    eq(formName, vinOfferForm.name),
    user ? or(byBrowser, eq(userId, user.id)) : byBrowser,
  );
}

function selectOffer(database: Database, condition: SQL | undefined) {
  return database
    .select({ submission: submissionTable, lead: leadTable })
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .leftJoin(vinOfferPutAwayTable, eq(vinOfferPutAwayTable.submissionId, submissionTable.id))
    .where(condition)
    .orderBy(desc(submissionTable.submittedAt))
    .limit(1);
}

async function describeOffer([found]: Awaited<
  ReturnType<typeof selectOffer>
>): Promise<VinOffer | null> {
  if (!found) return null;
  const { submission, lead } = found;
  const { vin, city, province } = parseStored(vinOfferForm, submission.answers).answers;
  if (vin === undefined || city === undefined || province === undefined) return null;
  const car = await decodeVin(vin);
  return {
    reference: submission.reference,
    vin,
    city,
    provinceCode: province,
    car,
    estimate: await estimateCar(car, province),
    contact: lead.email ?? lead.phone,
  };
}

/** Statistics Canada: roughly how far a car is driven here in a year. */
const KM_A_YEAR = 15_000;

async function estimateCar(car: VinDecoding, provinceCode: string): Promise<VinOffer["estimate"]> {
  if (car.state !== "decoded" || !car.make || !car.model || !car.year) return null;
  const age = Math.max(0, now().getFullYear() - car.year);
  const odometerKm = Math.max(5_000, age * KM_A_YEAR);
  const { make, model, year, trim, body: bodyType, fuel } = car;
  const estimate = await estimatePrice({
    make,
    model,
    year,
    trim,
    bodyType,
    fuel,
    odometerKm,
    provinceCode,
  });
  return { ...estimate, odometerKm };
}

/** Dismisses the result: the home page no longer shows it. */
export async function putVinOfferAway(visitor: Visitor, reference: string): Promise<void> {
  const [own] = await db()
    .select({ id: submissionTable.id })
    .from(submissionTable)
    .where(and(isOwn(visitor), eq(submissionTable.reference, reference.toUpperCase())));
  if (!own) return;
  await db()
    .insert(vinOfferPutAwayTable)
    .values({ submissionId: own.id, at: now() })
    .onConflictDoNothing();
}

type ContactResult =
  | { ok: true }
  | { ok: false; code: "not_found" }
  | { ok: false; code: "too_many"; retryAfterSeconds: number };

/** Each address gets a confirmation, so this limits how many a visitor can send to strangers. */
const CONTACTS_BY_VISITOR = { name: "contacts of VIN offers", most: 10, windowMs: 3_600_000 };

/**
 * Stores where to send the offer: an e-mail address or a phone number as read by `vinContactForm`,
 * with the consent.
 */
export async function giveContact(
  visitor: Visitor,
  input: { reference: string; contact: string },
): Promise<ContactResult> {
  const limit = await countAgainst(CONTACTS_BY_VISITOR, visitor.ipAddress);
  if (!limit.ok) return { ...limit, code: "too_many" };
  return db().transaction(async (transaction): Promise<ContactResult> => {
    const [found] = await transaction
      .select({ lead: leadTable })
      .from(leadTable)
      .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
      .where(and(isOwn(visitor), eq(submissionTable.reference, input.reference.toUpperCase())))
      .for("update", { of: leadTable });
    if (!found) return { ok: false, code: "not_found" };
    const { lead } = found;
    // If the form is sent twice, the second one finds a contact and changes nothing.
    if (lead.email !== null || lead.phone !== null) return { ok: true };
    const isEmail = input.contact.includes("@");
    const [email, phone] = isEmail ? [input.contact, null] : [null, input.contact];
    const at = now();
    await transaction.update(leadTable).set({ email, phone }).where(eq(leadTable.id, lead.id));
    await recordConsents(transaction, lead.submissionId, [
      {
        purpose: "contact_about_request",
        text: contactConsentText(visitor.locale),
        textVersion: 1,
        locale: visitor.locale,
        channel: "web: VIN offer, checkbox",
        givenAt: at,
      },
    ]);
    await transaction.insert(leadEventTable).values({ leadId: lead.id, kind: "contact_given", at });
    const { id, kind, locale } = lead;
    await notifyOfLead(transaction, { id, kind, locale, email, dealership: null });
    return { ok: true };
  });
}

/** The text beside the checkbox, which is also what is stored. */
export function contactConsentText(locale: Locale): string {
  return m.vin_offer_agreed_label({ site: site.name }, { locale });
}
