import { m } from "#messages/messages.js";
import { distanceKm, type Point } from "#values/distance.ts";
import { formatKm, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { FoundLead } from "#domain/lead/lead-detail.server.ts";
import { placeText } from "./person-words.ts";

/** The dealership that the lead went to. */
export type MatchView = {
  name: string;
  place: string | null;
  /** From the place the person named; null where that place is not known. */
  distance: string | null;
  phone: { number: string; text: string };
  email: string;
};

export function viewMatch({ lead, dealership }: FoundLead, locale: Locale): MatchView | null {
  if (!dealership) return null;
  return {
    name: dealership.name,
    place: placeText(dealership),
    distance: distanceText(lead, dealership, locale),
    phone: { number: dealership.phone, text: formatPhone(dealership.phone, locale) },
    email: dealership.leadEmail,
  };
}

/** As the crow flies, and from the middle of a town: below a kilometre the figure says nothing. */
function distanceText(
  { lat, lon }: { lat: number | null; lon: number | null },
  dealership: Point,
  locale: Locale,
): string | null {
  if (lat === null || lon === null) return null;
  const awayKm = distanceKm({ lat, lon }, dealership);
  if (awayKm < 1) return m.staff_match_near({}, { locale });
  return m.staff_match_away({ distance: formatKm(awayKm, locale) }, { locale });
}
