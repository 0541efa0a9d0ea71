import { z } from "zod";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { DEFAULT_ACCENT, isReadableAccent } from "#values/accent.ts";
import { FURTHER_CLASSES } from "#values/data-class.ts";
import { HOME_CLAIMS, LISTING_REVIEWS, OFFERED_KINDS } from "#site/offered.ts";
import { PASSING_ON } from "#values/passing-on.ts";
import { PROVINCES } from "#values/province.ts";
import { listKeys, makeRecord } from "#values/record.ts";
import { CLAIM_SETTINGS } from "./claim-settings.ts";
import { FAQ_SETTINGS } from "./faq-settings.ts";
import { CLOSED_DAY_SETTINGS } from "./closed-days.ts";
import { RATE_SETTINGS } from "./rate-settings.ts";
import { LOGO_ADDRESS } from "./logo.ts";
import { RETENTION_SETTINGS } from "./retention-settings.ts";
import { TAX_SETTINGS } from "./tax-settings.ts";
import { isDayHours } from "#values/day-hours.ts";

/** The parts of the page with the settings; each is one form (setting.form.ts). */
export const SETTING_GROUPS = [
  "company",
  "logo",
  "colours",
  "services",
  "contact",
  "hours",
  "social",
  "privacy",
  "financing",
  "rates",
  "retention",
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

/** The groups of settings that are lists, each with a page of its own. */
export const SETTING_LISTS = ["taxes", "faq", "claims"] as const;
export type SettingList = (typeof SETTING_LISTS)[number];

/** Where a setting shows, for whoever changes it. */
export type ShownOn =
  | "pages"
  | "emails"
  | "texts"
  | "search_engines"
  | "footer"
  | "contact"
  | "about"
  | "terms"
  | "privacy"
  | "consents"
  | "chat"
  | "reply_time"
  | "financing"
  | "home"
  | "faq"
  | "forms"
  | "seller_listings"
  | "payments"
  | "deal"
  | "deletion"
  | "blog";

type Row = {
  group: SettingGroup | SettingList;
  /** What may be stored: its type and its bounds. */
  stored: z.ZodType;
  byDefault: unknown;
  shownOn: readonly ShownOn[];
  /** The environment's variable that overrides it. */
  env?: "MAIL_FROM" | "CHAT_NUMBER" | "LISTING_REVIEW";
};

const line = (most: number) => z.string().trim().min(1).max(most);
const email = z.email().max(254);
/** An address of the network itself, over https; "" if the company is not there. */
const profile = (pattern: RegExp) => z.literal("").or(z.string().max(200).regex(pattern));
/** "09:00-18:00", the end after the start; "" for a closed day. */
const openFrom = z.string().refine(isDayHours);

const day = (byDefault: string) =>
  ({ group: "hours", stored: openFrom, byDefault, shownOn: ["contact", "reply_time"] }) as const;
const network = (byDefault: string, pattern: RegExp) =>
  ({
    group: "social",
    stored: profile(pattern),
    byDefault,
    shownOn: ["footer", "search_engines"],
  }) as const;

/**
 * What an administrator can set on the site itself. Each row says what may be stored, the default,
 * and where it shows; its question is in setting.form.ts.
 */
export const SETTINGS = {
  siteName: {
    group: "company",
    stored: line(40),
    byDefault: DEFAULT_FACTS.name,
    shownOn: ["pages", "emails", "texts", "search_engines", "consents"],
  },
  logo: {
    group: "logo",
    stored: z.literal("").or(z.string().regex(LOGO_ADDRESS)),
    byDefault: "",
    shownOn: ["pages", "emails", "search_engines"],
  },
  accentColour: {
    group: "colours",
    stored: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .refine(isReadableAccent),
    byDefault: DEFAULT_ACCENT,
    shownOn: ["pages", "emails"],
  },
  legalName: {
    group: "company",
    stored: line(100),
    byDefault: DEFAULT_FACTS.legalName,
    shownOn: ["footer", "emails", "terms", "privacy", "search_engines", "consents"],
  },
  licences: {
    group: "company",
    stored: z.string().max(200),
    byDefault: DEFAULT_FACTS.licences,
    shownOn: ["footer"],
  },
  officeAddress: {
    group: "company",
    stored: line(100),
    byDefault: DEFAULT_FACTS.streetAddress,
    shownOn: ["footer", "contact", "emails", "search_engines", "consents"],
  },
  officeCity: {
    group: "company",
    stored: line(60),
    byDefault: DEFAULT_FACTS.city,
    shownOn: ["footer", "contact", "emails", "search_engines", "consents"],
  },
  officeProvince: {
    group: "company",
    stored: z.enum(PROVINCES),
    byDefault: DEFAULT_FACTS.provinceCode,
    shownOn: ["footer", "contact", "emails", "search_engines", "consents"],
  },
  officePostalCode: {
    group: "company",
    stored: z.string().regex(/^[A-Z]\d[A-Z] \d[A-Z]\d$/),
    byDefault: DEFAULT_FACTS.postalCode,
    shownOn: ["footer", "contact", "emails", "search_engines", "consents"],
  },
  siteEmail: {
    group: "contact",
    stored: email,
    byDefault: DEFAULT_FACTS.email,
    shownOn: ["footer", "contact", "emails", "terms", "search_engines", "consents"],
  },
  senderEmail: {
    group: "contact",
    stored: email.or(z.literal("")),
    byDefault: DEFAULT_FACTS.senderEmail,
    shownOn: ["emails"],
    env: "MAIL_FROM",
  },
  sitePhone: {
    group: "contact",
    stored: z.string().regex(/^\+1[2-9]\d{2}[2-9]\d{6}$/),
    byDefault: DEFAULT_FACTS.phone,
    shownOn: ["footer", "contact", "emails", "search_engines"],
  },
  chatNumber: {
    group: "contact",
    // Canada and the United States: 1 and ten digits.
    stored: z.string().regex(/^1[2-9]\d{2}[2-9]\d{6}$/),
    byDefault: DEFAULT_FACTS.chatNumber,
    shownOn: ["chat", "contact"],
    env: "CHAT_NUMBER",
  },
  hoursMonday: day("09:00-18:00"),
  hoursTuesday: day("09:00-18:00"),
  hoursWednesday: day("09:00-18:00"),
  hoursThursday: day("09:00-18:00"),
  hoursFriday: day("09:00-18:00"),
  hoursSaturday: day("10:00-16:00"),
  hoursSunday: day(""),
  ...CLOSED_DAY_SETTINGS,
  facebook: network(
    DEFAULT_FACTS.social.facebook,
    /^https:\/\/([a-z]+\.)?facebook\.com\/[^\s<>"]+$/,
  ),
  instagram: network(
    DEFAULT_FACTS.social.instagram,
    /^https:\/\/([a-z]+\.)?instagram\.com\/[^\s<>"]+$/,
  ),
  tiktok: network(DEFAULT_FACTS.social.tiktok, /^https:\/\/([a-z]+\.)?tiktok\.com\/[^\s<>"]+$/),
  provincesServed: {
    group: "services",
    stored: z.array(z.enum(PROVINCES)).min(1),
    byDefault: [...PROVINCES],
    shownOn: ["home", "about", "faq", "forms"],
  },
  requestsTaken: {
    group: "services",
    stored: z.array(z.enum(OFFERED_KINDS)),
    byDefault: [...OFFERED_KINDS],
    shownOn: ["pages", "forms", "search_engines"],
  },
  homeClaims: {
    group: "services",
    stored: z.array(z.enum(HOME_CLAIMS)),
    byDefault: [...HOME_CLAIMS],
    shownOn: ["home"],
  },
  listingReview: {
    group: "services",
    stored: z.enum(LISTING_REVIEWS),
    byDefault: "at_once",
    shownOn: ["seller_listings"],
    env: "LISTING_REVIEW",
  },
  privacyOfficer: {
    group: "privacy",
    stored: line(100),
    byDefault: DEFAULT_FACTS.privacyOfficer.name,
    shownOn: ["privacy", "contact", "about"],
  },
  privacyEmail: {
    group: "privacy",
    stored: email,
    byDefault: DEFAULT_FACTS.privacyOfficer.email,
    shownOn: ["privacy", "contact", "emails"],
  },
  /** When a pre-approval or a credit application is passed on to its dealership. */
  passingOn: {
    group: "financing",
    stored: z.enum(PASSING_ON),
    byDefault: "at_once",
    shownOn: ["financing", "privacy", "about"],
  },
  /** The data in the e-mail to that dealership beyond what is needed for first contact. */
  leadMailAlso: {
    group: "financing",
    stored: z.array(z.enum(FURTHER_CLASSES)),
    byDefault: [],
    shownOn: ["financing", "privacy", "consents"],
  },
  /** The open hours in which a dealership accepts a lead or passes on it; 0 if it has no limit. */
  dealerAnswerHours: {
    group: "financing",
    stored: z.number().int().min(0).max(200),
    byDefault: 24,
    shownOn: ["financing"],
  },
  ...RATE_SETTINGS,
  ...RETENTION_SETTINGS,
  ...TAX_SETTINGS,
  ...FAQ_SETTINGS,
  ...CLAIM_SETTINGS,
} as const satisfies Record<string, Row>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = {
  readonly [Name in SettingName]: z.infer<(typeof SETTINGS)[Name]["stored"]>;
};

export const SETTING_NAMES: readonly SettingName[] = listKeys(SETTINGS);

/** Whether it is set on a page of its own, row by row. */
export function isSettingList(group: string): group is SettingList {
  return SETTING_LISTS.some((list) => list === group);
}

/** The setting's row, typed for reading any of them. */
export function settingRow(name: SettingName): Row {
  return SETTINGS[name];
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/**
 * The settings from their stored rows. A value that an older release stored and this one cannot
 * read counts as the default.
 */
export function parseSettings(rows: readonly { name: string; value: unknown }[]): Settings {
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  // Cast, because TypeScript does not follow each value to the type of its name.
  return makeRecord(SETTING_NAMES, (name) => {
    const { stored, byDefault } = settingRow(name);
    const read = stored.safeParse(values.get(name));
    return read.success ? read.data : byDefault;
  }) as Settings;
}
