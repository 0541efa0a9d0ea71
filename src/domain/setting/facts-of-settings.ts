import { DEFAULT_FACTS, type SiteFacts } from "#site/site-facts.ts";
import { CREDIT_BANDS } from "#values/credit-band.ts";
import { makeRecord } from "#values/record.ts";
import { RATE_OF_BAND } from "./rate-settings.ts";
import { accentIconHref, accentStylesHref } from "#values/accent.ts";
import { readDays } from "./closed-days.ts";
import { readLogo } from "./logo.ts";
import { toRetention } from "./retention-settings.ts";
import type { Settings } from "./setting.ts";

/** The facts about the company (site/site.ts), as its settings say them on a day. */
export function toFacts(settings: Settings, today: string): SiteFacts {
  const { facebook, instagram, tiktok } = settings;
  return {
    name: settings.siteName,
    logo: readLogo(settings.logo),
    icon: accentIconHref(settings.accentColour),
    accent: settings.accentColour,
    colours: accentStylesHref(settings.accentColour),
    legalName: settings.legalName,
    licences: settings.licences,
    streetAddress: settings.officeAddress,
    city: settings.officeCity,
    provinceCode: settings.officeProvince,
    postalCode: settings.officePostalCode,
    email: settings.siteEmail,
    senderEmail: settings.senderEmail,
    phone: settings.sitePhone,
    privacyOfficer: { name: settings.privacyOfficer, email: settings.privacyEmail },
    social: { facebook, instagram, tiktok },
    chatNumber: settings.chatNumber,
    hours: toHours(settings),
    closedDays: readDays(settings.closedDays, today),
    openHolidays: readDays(settings.openHolidays, today),
    timeZone: DEFAULT_FACTS.timeZone,
    provinces: settings.provincesServed,
    offers: settings.requestsTaken,
    homeClaims: settings.homeClaims,
    isListingReviewed: settings.listingReview === "after_review",
    ratePercent: makeRecord(CREDIT_BANDS, (band) => settings[RATE_OF_BAND[band]]),
    retention: toRetention(settings),
    taxChanges: settings.taxChanges.filter(({ from }) => from <= today),
  };
}

/** Days in a row with the same hours are one line, as people say them. */
function toHours(settings: Settings): SiteFacts["hours"] {
  const week = [
    ["Mo", settings.hoursMonday],
    ["Tu", settings.hoursTuesday],
    ["We", settings.hoursWednesday],
    ["Th", settings.hoursThursday],
    ["Fr", settings.hoursFriday],
    ["Sa", settings.hoursSaturday],
    ["Su", settings.hoursSunday],
  ] as const;
  const lines: { days: string[]; hours: string }[] = [];
  for (const [day, hours] of week) {
    const last = lines.at(-1);
    if (last?.hours === hours) last.days.push(day);
    else lines.push({ days: [day], hours });
  }
  return lines.map(({ days, hours }) => {
    const [opens, closes] = hours.split("-");
    return { days, open: opens && closes ? ([opens, closes] as const) : null };
  });
}
