import type { HomeClaim, OfferedKind } from "./offered.ts";

/** Opening hours: from and to on a 24-hour clock; null on a closed day. */
type Hours = readonly { days: readonly string[]; open: readonly [string, string] | null }[];

/** A day (`YYYY-MM-DD`) with its name; "" if it has none. */
export type ClosedDay = { date: string; name: string };

/** The facts about the company that runs this site. */
export type SiteFacts = {
  name: string;
  /** The company's own logo, at the size at which pages show it; null for the design's. */
  logo: { src: string; width: number; height: number } | null;
  /** The address of the icon of a browser's tab. */
  icon: string;
  /** The colour of buttons and links: "#" and six hexadecimal digits. */
  accent: string;
  /** The address of the stylesheet with that colour; "" for the design's own. */
  colours: string;
  legalName: string;
  /** Licence and permit numbers, as they are shown; "" for none. */
  licences: string;
  streetAddress: string;
  city: string;
  provinceCode: "AB" | "BC" | "MB" | "NB" | "NL" | "NS" | "ON" | "PE" | "QC" | "SK";
  postalCode: string;
  email: string;
  /** The sender of e-mails when MAIL_FROM is not set; "" for `email`. */
  senderEmail: string;
  /** E.164. */
  phone: string;
  /** Law 25 (Quebec), s. 3.1: the person in charge of personal information must be named. */
  privacyOfficer: { name: string; email: string };
  /** Addresses on social networks; "" for a network where the company is not. */
  social: { facebook: string; instagram: string; tiktok: string };
  /** The messaging app's number when CHAT_NUMBER is not set: digits only, international form. */
  chatNumber: string;
  hours: Hours;
  /** Closed all the same, from today on. */
  closedDays: readonly ClosedDay[];
  /** Statutory holidays on which it is open. */
  openHolidays: readonly ClosedDay[];
  /** The time zone of `hours`. */
  timeZone: string;
  /** Where the site's dealerships work. */
  provinces: readonly SiteFacts["provinceCode"][];
  /** The forms that visitors are offered. */
  offers: readonly OfferedKind[];
  homeClaims: readonly HomeClaim[];
  /** A member's listing waits for staff, unless LISTING_REVIEW says otherwise. */
  isListingReviewed: boolean;
  /**
   * Annual rates for estimates by credit band, in percent. Always shown as "estimate only, on
   * approved credit".
   */
  ratePercent: Readonly<
    Record<"excellent" | "very_good" | "good" | "fair" | "poor" | "none", number>
  >;
  /** How long data is retained, in days and months. Only the server has it (site.ts). */
  retention: {
    leadMonths: number;
    sealedDays: number;
    sealedMostDays: number;
    draftDays: number;
    messageTextDays: number;
    messageRecordDays: number;
    accountDays: number;
    newsletterDays: number;
    newsletterMonths: number;
    staffChangeMonths: number;
    requestMonths: number;
    incidentMonths: number;
    incidentQuebecMonths: number;
  };
  /** The sales taxes that differ from those of this release (values/tax-rates.ts), as of today. */
  taxChanges: readonly {
    province: SiteFacts["provinceCode"];
    seller: "dealer" | "private";
    tax: "gst" | "hst" | "pst" | "qst" | "rst";
    /** First day, `YYYY-MM-DD`. */
    from: string;
    /** Percent, or the steps, as in values/tax-rates.ts; 0 ends the tax. */
    ratePercent: number | readonly (readonly [fromCad: number, ratePercent: number])[];
    source: string;
    /** The day on which somebody read the source. */
    checkedOn: string;
  }[];
};

/**
 * The facts until an administrator sets others (domain/setting). Rouvia and these details are
 * placeholders of the demo.
 */
export const DEFAULT_FACTS: SiteFacts = {
  name: "Rouvia",
  logo: null,
  icon: "/favicon.svg",
  accent: "#c8102e",
  colours: "",
  legalName: "Rouvia Demo Inc.",
  licences: "",
  streetAddress: "123 Example Street, Suite 400",
  city: "Toronto",
  provinceCode: "ON",
  postalCode: "M5V 0A1",
  email: "hello@example.com",
  senderEmail: "",
  // The 555-01xx block is reserved for fiction.
  phone: "+14165550123",
  privacyOfficer: { name: "Camille Roy", email: "privacy@example.com" },
  social: {
    facebook: "https://www.facebook.com/example",
    instagram: "https://www.instagram.com/example",
    tiktok: "https://www.tiktok.com/@example",
  },
  chatNumber: "14165550123",
  hours: [
    { days: ["Mo", "Tu", "We", "Th", "Fr"], open: ["09:00", "18:00"] },
    { days: ["Sa"], open: ["10:00", "16:00"] },
    { days: ["Su"], open: null },
  ],
  closedDays: [],
  openHolidays: [],
  timeZone: "America/Toronto",
  provinces: ["AB", "BC", "MB", "NB", "NL", "NS", "ON", "PE", "QC", "SK"],
  offers: ["pre_approval", "credit_application", "sell_car", "offer_request", "call_back", "bids"],
  homeClaims: ["time", "provinces", "languages", "trust"],
  isListingReviewed: false,
  // Illustrative: the owner of the site replaces them by the rates of their lenders.
  ratePercent: { excellent: 6.5, very_good: 7.5, good: 9.5, fair: 14.5, poor: 22.9, none: 19.9 },
  taxChanges: [],
  retention: {
    leadMonths: 24,
    sealedDays: 90,
    sealedMostDays: 180,
    // reference/forms.md 19: nobody sees an abandoned draft.
    draftDays: 30,
    messageTextDays: 7,
    messageRecordDays: 30,
    accountDays: 7,
    newsletterDays: 7,
    newsletterMonths: 36,
    staffChangeMonths: 24,
    requestMonths: 24,
    incidentMonths: 24,
    incidentQuebecMonths: 60,
  },
};
