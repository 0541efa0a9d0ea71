import type { PassedOver, RouteReason } from "#domain/dealership/dealership.ts";
import { m } from "#messages/messages.js";
import { formatKm, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** Why a dealership was chosen, as a sentence. */
export function describeRoute(reason: RouteReason, locale: Locale): string {
  const { rule, among, recentLeadCount, awayKm } = reason;
  const words = {
    count: formatNumber(among, locale),
    leads: formatNumber(recentLeadCount, locale),
    distance: awayKm === null ? "" : formatKm(awayKm, locale),
  };
  const language = { locale };
  switch (rule) {
    case "sells_car":
      return m.routing_sells_car({}, language);
    case "fewest_leads":
      return among === 1
        ? m.routing_only_one(words, language)
        : m.routing_fewest_leads(words, language);
    case "nearest":
      return m.routing_nearest(words, language);
    case "nearest_in_province":
      return m.routing_nearest_in_province(words, language);
    case "in_province":
      return m.routing_in_province(words, language);
  }
}

/** Why a dealership does not get the lead. */
export function describePassedOver(other: PassedOver, locale: Locale): string {
  const language = { locale };
  const distance = other.awayKm === null ? "" : formatKm(other.awayKm, locale);
  switch (other.why) {
    case "paused":
      return m.routing_why_paused({}, language);
    case "other_kinds":
      return m.routing_why_other_kinds({}, language);
    case "other_provinces":
      return m.routing_why_other_provinces({}, language);
    case "too_far":
      return m.routing_why_too_far(
        { distance, radius: formatKm(other.servedRadiusKm, locale) },
        language,
      );
    case "more_leads":
      return m.routing_why_more_leads(
        { leads: formatNumber(other.recentLeadCount, locale) },
        language,
      );
    case "place_unknown":
      return m.routing_why_place_unknown({}, language);
    case "later_by_name":
      return m.routing_why_later_by_name({}, language);
    case "farther":
      return m.routing_why_farther({ distance }, language);
  }
}
