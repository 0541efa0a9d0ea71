import type { ConsentPurpose } from "#domain/lead/consent.ts";
import { m } from "#messages/messages.js";
import type { Env } from "#platform/env/env.server.ts";
import { type DataClass, LEAD_CLASSES } from "#values/data-class.ts";
import type { Locale } from "#values/locale.ts";

// The only list of who receives which personal data, and why. The privacy policy, the names in
// consents, the staff page and docs/security/processing.md are generated from it.

export type Words = (_: object, in_: { locale: Locale }) => string;

export type Recipient = {
  who: Words;
  /** For what purpose, and when. */
  why: Words;
  /** "mailed": according to the operator's setting for the e-mail to a dealership. */
  classes: readonly DataClass[] | "mailed";
  /** Without this consent, nothing is sent there. */
  consent?: ConsentPurpose;
};

/** Everything that the database contains. */
const STORED = [
  ...LEAD_CLASSES,
  "sealed",
  "documents",
  "account",
  "sale_car",
  "seller_check",
  "bids",
  "published",
  "newsletter",
  "sign_in",
] as const satisfies readonly DataClass[];

export const RECIPIENTS = {
  team: {
    who: m.recipient_team_who,
    why: m.recipient_team_why,
    classes: STORED,
  },
  dealership: {
    who: m.recipient_dealership_who,
    why: m.recipient_dealership_why,
    classes: "mailed",
    consent: "share_with_dealership",
  },
  sealed_view: {
    who: m.recipient_sealed_view_who,
    why: m.recipient_sealed_view_why,
    classes: ["sealed"],
    consent: "share_with_dealership",
  },
  selling_dealerships: {
    who: m.recipient_selling_dealerships_who,
    why: m.recipient_selling_dealerships_why,
    classes: ["sale_car", "photos", "consents"],
    consent: "share_with_dealership",
  },
  lender: {
    who: m.recipient_lender_who,
    why: m.recipient_lender_why,
    classes: [
      "contact",
      "town",
      "address",
      "housing",
      "work",
      "income",
      "wanted_car",
      "trade_in",
      "sealed",
      "documents",
    ],
    consent: "credit_check",
  },
  bureau: {
    who: m.recipient_bureau_who,
    why: m.recipient_bureau_why,
    classes: ["contact", "address", "sealed"],
    consent: "credit_check",
  },
  co_applicant: {
    who: m.recipient_co_applicant_who,
    why: m.recipient_co_applicant_why,
    classes: ["own_name"],
  },
  members: { who: m.recipient_members_who, why: m.recipient_members_why, classes: ["bids"] },
  everyone: {
    who: m.recipient_everyone_who,
    why: m.recipient_everyone_why,
    classes: ["published"],
  },
  hosting: {
    who: m.recipient_hosting_who,
    why: m.recipient_hosting_why,
    classes: [...STORED, "photos", "visit"],
  },
  backup: {
    who: m.recipient_backup_who,
    why: m.recipient_backup_why,
    classes: [...STORED, "photos"],
  },
  mail: { who: m.recipient_mail_who, why: m.recipient_mail_why, classes: ["mail"] },
  sms: { who: m.recipient_sms_who, why: m.recipient_sms_why, classes: ["phone_code"] },
  spreadsheet: {
    who: m.recipient_spreadsheet_who,
    why: m.recipient_spreadsheet_why,
    classes: [...LEAD_CLASSES.filter((each) => each !== "consents"), "sale_car"],
  },
  places: {
    who: m.recipient_places_who,
    why: m.recipient_places_why,
    classes: ["typed_address"],
  },
  storage: {
    who: m.recipient_storage_who,
    why: m.recipient_storage_why,
    classes: ["photos", "documents"],
  },
  google: { who: m.recipient_google_who, why: m.recipient_google_why, classes: ["google_sign_in"] },
  passwords: {
    who: m.recipient_passwords_who,
    why: m.recipient_passwords_why,
    classes: ["password_part"],
  },
  reviews: { who: m.recipient_reviews_who, why: m.recipient_reviews_why, classes: ["visit"] },
  chat: { who: m.recipient_chat_who, why: m.recipient_chat_why, classes: ["visit"] },
  law: {
    who: m.recipient_law_who,
    why: m.recipient_law_why,
    classes: ["contact", "account", "sealed", "documents", "sign_in"],
  },
} as const satisfies Record<string, Recipient>;

export type RecipientName = keyof typeof RECIPIENTS;

/** The environment variables that refer to another system: each that is an address or a key. */
export type Integration = Extract<
  keyof Env,
  `${string}_URL` | `${string}_URLS` | `${string}_KEY` | `${string}_CLIENT_ID` | `${string}_NUMBER`
>;

/**
 * The recipient behind each; null for the site's own address. A new variable does not compile
 * without its row.
 */
export const INTEGRATIONS: Readonly<Record<Integration, RecipientName | null>> = {
  SITE_URL: null,
  DATABASE_URL: "hosting",
  MIGRATE_DATABASE_URL: "hosting",
  DATABASE_READ_URLS: "hosting",
  BACKUP_S3_URL: "backup",
  SMTP_URL: "mail",
  IMAP_URL: "mail",
  SMS_URL: "sms",
  SPREADSHEET_URL: "spreadsheet",
  GEOAPIFY_KEY: "places",
  GEOAPIFY_URL: "places",
  S3_URL: "storage",
  GOOGLE_CLIENT_ID: "google",
  GOOGLE_URL: "google",
  PASSWORD_RANGE_URL: "passwords",
  REVIEWS_PAGE_URL: "reviews",
  REVIEWS_WIDGET_URL: "reviews",
  CHAT_NUMBER: "chat",
};

/**
 * Recipients that do not depend on a variable: the chat's number and the reviews' page have
 * defaults.
 */
export const ALWAYS: readonly RecipientName[] = [
  "team",
  "dealership",
  "sealed_view",
  "selling_dealerships",
  "lender",
  "bureau",
  "co_applicant",
  "members",
  "everyone",
  "hosting",
  "chat",
  "reviews",
  "law",
];

/** Without this variable, the others of the same provider have no effect. */
const SWITCHES: Partial<Record<RecipientName, Integration>> = {
  places: "GEOAPIFY_KEY",
  google: "GOOGLE_CLIENT_ID",
};

export function isInstalled(name: RecipientName, env: Env): boolean {
  if (ALWAYS.includes(name)) return true;
  return listVariables(name).some((variable) => {
    const needed = SWITCHES[name];
    return Boolean(env[variable]) && (needed === undefined || variable === needed);
  });
}

export function listVariables(name: RecipientName): Integration[] {
  return (Object.keys(INTEGRATIONS) as Integration[]).filter(
    (variable) => INTEGRATIONS[variable] === name,
  );
}
