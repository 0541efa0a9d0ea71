import { z } from "zod";
import {
  ACCIDENTS,
  BRANDS,
  type Declared,
  EARLIER_USES,
  KEY_FOBS,
  ODOMETER_READINGS,
  pickDeclared,
  SERVICE_RECORDS,
  YES_NO,
} from "#domain/declaration/declaration.ts";
import { may } from "#domain/identity/permission.ts";
import { chooseCoverAddress } from "#domain/listing/listing-card.ts";
import {
  type ListingSeller,
  revealPhone,
  findListingSeller,
} from "#domain/listing/listing-seller.server.ts";
import { findPublicListing, type PublicListing } from "#domain/listing/listing-queries.server.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatCarName } from "#values/car-name.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { BODY_TYPES, CONDITIONS, TRANSMISSIONS } from "#values/vehicle.ts";
import { refusals } from "./contract.ts";
import { defineCall, tooMany } from "./serve-calls.server.ts";

const yesNo = z.enum([...YES_NO, "unknown"]);

/** What the seller declared. `unknown` and null: not declared, which is not "none". */
const wireDeclared = z.object({
  brand: z.enum([...BRANDS, "unknown"]).describe("As the province's registry has it"),
  accidents: z.enum([...ACCIDENTS, "unknown"]).describe("none: none that the seller knows of"),
  accidentAmountCad: z.int().nullable().describe("Canadian dollars"),
  accidentDetails: z.string().nullable(),
  lien: yesNo,
  owners: z.int().nullable().describe("The seller among them"),
  earlierUse: z.enum([...EARLIER_USES, "unknown"]),
  outOfProvince: yesNo,
  odometerReading: z.enum(ODOMETER_READINGS).nullable(),
  mechanicalIssues: yesNo,
  serviceRecords: z.enum([...SERVICE_RECORDS, "unknown"]),
  keyFobs: z.enum([...KEY_FOBS, "unknown"]),
  smoked: yesNo,
});

/**
 * A listing with the wire's names (SPEC.md §3 "Car listing"). Every response has all of these
 * fields.
 */
const wireListing = z.object({
  _id: z.string(),
  addingDate: z.iso.date().nullable(),
  carBrand: z.string(),
  carCondition: z.enum(CONDITIONS),
  carName: z.string(),
  carType: z.enum(BODY_TYPES),
  description: z.string(),
  engineCapacity: z.int().nullable().describe("cc"),
  fuelType: z.string(),
  manufactureYear: z.int(),
  photo: z.string(),
  price: z.int().describe("Canadian dollars"),
  purchasingDate: z.iso.date().nullable(),
  registeredYear: z.iso.date().nullable(),
  sellerName: z.string(),
  sellerEmail: z.string().nullable().describe("For the seller and staff only"),
  sellerPhone: z.string().nullable().describe("E.164, for a caller with a token"),
  sellerVerificationStatus: z.enum(["verified", "unverified"]),
  sellerPhoto: z.string().nullable(),
  totalRun: z.int().describe("km"),
  transmissionType: z.enum(TRANSMISSIONS),
  sellStatus: z.enum(["available", "reserved", "sold"]),
  declared: wireDeclared.describe("What the seller declared of the car; nobody checked it"),
});

export const singleListing = defineCall({
  method: "get",
  path: "/singleListing/{id}",
  summary: "One listing",
  description:
    "Without a token the seller's email and phone are null. With one the phone is filled, and counts as one 'Show number' of that member.",
  caller: "token-or-visitor",
  responses: {
    200: { description: "The listing", schema: wireListing },
    ...refusals(404, 429),
  },
}).answer(async ({ params: { id }, user, visitor }) => {
  const listing = await findPublicListing(id);
  // For a call without a user the seller's contact data is not even read.
  const seller = listing && user && (await findListingSeller(id));
  if (!listing) return { status: 404, body: { error: "not_found" } };
  const contact = await contactFor(user, seller, id, visitor);
  if (!contact.ok) return tooMany(contact.code, contact.retryAfterSeconds);
  return { status: 200, body: toWire(listing, contact) };
});

type Contact =
  | { ok: true; email: string | null; phone: string | null }
  | { ok: false; code: string; retryAfterSeconds: number };

/** Only a token gives access to contact data: a link that a browser follows shows none. */
async function contactFor(
  caller: SignedInUser | null,
  seller: ListingSeller | null,
  listingId: string,
  { ipAddress }: Visitor,
): Promise<Contact> {
  if (!caller || !seller) return { ok: true, email: null, phone: null };
  if (caller.id === seller.userId || may(caller, "seeAnyListing")) return { ok: true, ...seller };
  const revealed = await revealPhone(listingId, { user: caller, ipAddress });
  if (revealed.ok) return { ok: true, email: null, phone: revealed.phone };
  if (revealed.code === "too_many_numbers") return revealed;
  return { ok: true, email: null, phone: null };
}

function toWire(
  listing: PublicListing,
  contact: { email: string | null; phone: string | null },
): z.input<typeof wireListing> {
  return {
    _id: listing.id,
    addingDate: listing.postedOn,
    carBrand: listing.make,
    carCondition: listing.condition,
    // Programs get the same name, whatever the caller's language.
    carName: formatCarName(listing, "en"),
    carType: listing.bodyType,
    description: listing.description,
    engineCapacity: listing.engineCapacityCc,
    fuelType: listing.fuel,
    manufactureYear: listing.year,
    photo: chooseCoverAddress(listing),
    price: listing.priceCad,
    purchasingDate: listing.purchasedOn,
    registeredYear: listing.registeredOn,
    sellerName: listing.sellerName,
    sellerEmail: contact.email,
    sellerPhone: contact.phone,
    sellerVerificationStatus: listing.isSellerVerified ? "verified" : "unverified",
    sellerPhoto: listing.sellerPhoto,
    totalRun: listing.odometerKm,
    transmissionType: listing.transmission,
    sellStatus: isSold(listing) ? "sold" : listing.isReserved ? "reserved" : "available",
    declared: toWireDeclared(pickDeclared(listing)),
  };
}

function toWireDeclared(declared: Declared): z.input<typeof wireDeclared> {
  return {
    ...declared,
    brand: declared.brand ?? "unknown",
    accidents: declared.accidents ?? "unknown",
    lien: declared.lien ?? "unknown",
    earlierUse: declared.earlierUse ?? "unknown",
    outOfProvince: declared.outOfProvince ?? "unknown",
    mechanicalIssues: declared.mechanicalIssues ?? "unknown",
    serviceRecords: declared.serviceRecords ?? "unknown",
    keyFobs: declared.keyFobs ?? "unknown",
    smoked: declared.smoked ?? "unknown",
  };
}
