import { eq } from "drizzle-orm";
import {
  findDealershipTaking,
  matchDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import type { ConsentInput } from "#domain/lead/consent.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { m } from "#messages/messages.js";
import { db } from "#platform/database/database.server.ts";
import type { FurtherClass } from "#values/data-class.ts";
import { nameMailed } from "#values/data-class-label.ts";
import type { Locale } from "#values/locale.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import { isProvince } from "#values/province.ts";
import { isUuid } from "#values/uuid.ts";

/** Raise it with every change of the text of the boxes. */
export const BOX_VERSION = 7;

const KIND = "credit_application";

export type NamedDealership = { id: string; name: string };

/**
 * The dealership that the consent can name before it is given: the one that sells the car, else the
 * one that applications from this city are routed to. Null if neither is known: then the text says
 * that the name comes by e-mail.
 */
export async function findDealershipToName({
  listing,
  city,
  province,
}: {
  listing?: string | undefined;
  city?: string | undefined;
  province?: string | undefined;
}): Promise<NamedDealership | null> {
  const seller = listing ? await findSeller(listing) : null;
  if (seller) return seller;
  if (!city || !isProvince(province)) return null;
  const location = resolveLocation({ text: `${city}, ${province}` });
  const matched = await matchDealership(db(), {
    kind: KIND,
    provinceCode: province,
    lat: location?.lat ?? null,
    lon: location?.lon ?? null,
  });
  return matched && { id: matched.id, name: matched.name };
}

async function findSeller(listingId: string): Promise<NamedDealership | null> {
  if (!isUuid(listingId)) return null;
  const [car] = await db()
    .select({ dealershipId: listingTable.dealershipId })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  return findNamedDealership(car?.dealershipId ?? undefined);
}

/** The dealership that a page named, if it can receive the application. */
export async function findNamedDealership(id: string | undefined): Promise<NamedDealership | null> {
  if (!id || !isUuid(id)) return null;
  const found = await findDealershipTaking(db(), id, KIND);
  return found && { id: found.id, name: found.name };
}

/**
 * The text beside the box, which is also what is stored. It names all data that the e-mail
 * contains.
 */
export function buildShareText(
  named: NamedDealership | null,
  further: readonly FurtherClass[],
  locale: Locale,
): string {
  const classes = nameMailed(further, locale);
  return named
    ? m.credit_application_share_with_named({ dealership: named.name, classes }, { locale })
    : m.credit_application_share_with_one({ classes }, { locale });
}

export function buildShareConsent(
  named: NamedDealership | null,
  further: readonly FurtherClass[],
  input: Pick<ConsentInput, "locale" | "channel" | "givenAt">,
): ConsentInput {
  return {
    ...input,
    purpose: "share_with_dealership",
    text: buildShareText(named, further, input.locale),
    textVersion: BOX_VERSION,
    dealershipId: named?.id ?? null,
  };
}
