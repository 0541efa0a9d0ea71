import {
  findDealershipTaking,
  type MatchedDealership,
  matchDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import type { TickedBox } from "#forms/gates.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { db } from "#platform/database/database.server.ts";
import type { FurtherClass } from "#values/data-class.ts";
import { nameMailed } from "#values/data-class-label.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";
import type { PreApprovalAnswers } from "./pre-approval.form.ts";

/** Raise it with every change of the text of the boxes. */
const BOX_VERSION = 5;

const KIND = "pre_approval";

export type NamedDealership = Pick<MatchedDealership, "id" | "name">;

/**
 * The dealership that the request is routed to, known before the person agrees to it; null if none
 * serves the area.
 */
export async function findDealershipToName({
  vehicleLocation: location,
  listing,
}: PreApprovalAnswers): Promise<NamedDealership | null> {
  if (!location) return null;
  const car = listing ? await findPostedListing(listing) : null;
  return matchDealership(db(), {
    kind: KIND,
    provinceCode: location.province,
    lat: location.lat ?? null,
    lon: location.lon ?? null,
    sellingDealershipId: car?.dealershipId ?? null,
  });
}

/** The dealership that the panel named, if it still accepts such requests. */
export async function findNamedDealership(id: string): Promise<NamedDealership | null> {
  return isUuid(id) ? findDealershipTaking(db(), id, KIND) : null;
}

/** The text beside each box, which is also what is stored. */
export function buildContactBox(locale: Locale): TickedBox {
  return {
    purpose: "contact_about_request",
    text: m.pre_approval_qualified_contact({}, { locale }),
    version: BOX_VERSION,
  };
}

/** The text names all data that the e-mail to the dealership contains. */
export function buildShareBox(
  { id, name }: NamedDealership,
  further: readonly FurtherClass[],
  locale: Locale,
): TickedBox {
  const classes = nameMailed(further, locale);
  return {
    purpose: "share_with_dealership",
    text: m.pre_approval_qualified_share({ dealership: name, classes }, { locale }),
    version: BOX_VERSION,
    recipientId: id,
  };
}

/**
 * The boxes that the panel's post ticked. Null if the dealership that it named no longer accepts
 * requests, or if it would get other data than the panel named.
 */
export async function readBoxes(
  raw: RawFields,
  locale: Locale,
): Promise<readonly TickedBox[] | null> {
  const contact = rawValue(raw, "contactMe") === "yes" ? [buildContactBox(locale)] : [];
  if (rawValue(raw, "shareWithDealership") !== "yes") return contact;
  const { leadMailAlso: further } = await readShownSettings();
  if (rawValue(raw, "mailedBesides") !== further.join(",")) return null;
  const named = await findNamedDealership(rawValue(raw, "namedDealership"));
  return named && [...contact, buildShareBox(named, further, locale)];
}
