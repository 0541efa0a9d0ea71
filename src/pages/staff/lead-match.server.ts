import type { FoundLead } from "#domain/lead/lead-queries.server.ts";
import { formatLocation } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { distanceKm, type Point } from "#values/distance.ts";
import { formatKm, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** The dealership that has the lead. */
export type MatchView = {
  name: string;
  location: string | null;
  /** From the location that the person gave; null if that location is not known. */
  distance: string | null;
  phone: { number: string; text: string };
  email: string;
};

export function viewMatch({ lead, dealership }: FoundLead, locale: Locale): MatchView | null {
  if (!dealership) return null;
  return {
    name: dealership.name,
    location: formatLocation(dealership),
    distance: distanceText(lead, dealership, locale),
    phone: { number: dealership.phone, text: formatPhone(dealership.phone, locale) },
    email: dealership.leadEmail,
  };
}

/** The straight distance from the centre of a city: below a kilometre the number means nothing. */
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
