import { distanceKm } from "#vocabulary/distance.ts";
import { formatKm } from "#vocabulary/format.ts";
import type { Locale } from "#vocabulary/locale.ts";
import { formatPhone } from "#vocabulary/phone-format.ts";
import type { FoundLead } from "./lead-detail.server.ts";
import { placeText } from "./person-words.ts";

/** The dealership that the lead went to. */
export type MatchView = {
  name: string;
  place: string | null;
  /** From the place the person named, as the crow flies; null where that place is not known. */
  distance: string | null;
  phone: { number: string; text: string };
  email: string;
};

export function viewMatch({ lead, dealership }: FoundLead, locale: Locale): MatchView | null {
  if (!dealership) return null;
  const { lat, lon } = lead;
  return {
    name: dealership.name,
    place: placeText(dealership),
    distance:
      lat === null || lon === null ? null : formatKm(distanceKm({ lat, lon }, dealership), locale),
    phone: { number: dealership.phone, text: formatPhone(dealership.phone, locale) },
    email: dealership.leadEmail,
  };
}
