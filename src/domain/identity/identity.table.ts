import { boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { checkCode } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import type { E164 } from "#values/phone.ts";
import { ROLES } from "#values/role.ts";

/** Whoever did what a row tells of; null once their account is deleted. */
export const byUserId = () =>
  text("by_user_id").references(() => userTable.id, { onDelete: "set null" });

// `user`, `session`, `account`, `verification` and `two_factor` have better-auth's columns and names,
// with a few of our own; `passkey` keeps the names of its former plugin.

export const userTable = pgTable(
  "user",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    role: text("role", { enum: ROLES }).notNull().default("buyer"),
    phone: text("phone").$type<E164>(),
    /** When the person proved to hold that number; empty where it was only told. */
    phoneVerifiedAt: timestamp("phone_verified_at", { withTimezone: true }),
    twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
    locale: text("locale", { enum: LOCALES }).notNull().default("en"),
    isDemo: boolean("is_demo").notNull().default(false),
    /** Goes up when the browsers that signed in before are to be strangers again (known-browser). */
    browserRound: integer("browser_round").notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    checkCode("user_role_code", table.role, ROLES),
    checkCode("user_locale_code", table.locale, LOCALES),
  ],
);

export const sessionTable = pgTable(
  "session",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** When this session proved the second factor; staff may work only in one that did. */
    secondFactorAt: timestamp("second_factor_at", { withTimezone: true }),
    /** When the person proved anew, in this session, that the account is theirs; used up by one change. */
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    /** Until when it may set up the first second factor of a role that owes one (enrolment link). */
    enrolmentUntil: timestamp("enrolment_until", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("session_user_id").on(table.userId)],
);

export const accountTable = pgTable(
  "account",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: timestamp("access_token_expires_at", { withTimezone: true }),
    refreshTokenExpiresAt: timestamp("refresh_token_expires_at", { withTimezone: true }),
    scope: text("scope"),
    password: text("password"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("account_user_id").on(table.userId)],
);

export const verificationTable = pgTable(
  "verification",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("verification_identifier").on(table.identifier)],
);

/** The authenticator app's secret and the recovery codes, both encrypted by better-auth. */
export const twoFactorTable = pgTable(
  "two_factor",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    verified: boolean("verified").notNull().default(false),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: timestamp("locked_until", { withTimezone: true }),
  },
  (table) => [index("two_factor_user_id").on(table.userId)],
);

/** A person's passkeys. */
export const passkeyTable = pgTable(
  "passkey",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    /** As its owner calls it. */
    name: text("name"),
    /** Unique: a credential opens one account. */
    credentialID: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    /** Signatures so far, as the authenticator counts them; one that falls back is a copy. */
    counter: integer("counter").notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    /** The model of authenticator, where it says (WebAuthn §6.5.1). */
    aaguid: text("aaguid"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  },
  (table) => [index("passkey_user_id").on(table.userId)],
);

export const LINK_PURPOSES = [
  "confirm_email",
  "reset_password",
  "change_email",
  "cancel_email_change",
  "enrol_factor",
  "undo_way_in",
] as const;

/** A link that was sent by e-mail and proves that its reader holds that address. */
export const oneTimeLinkTable = pgTable(
  "one_time_link",
  {
    /** SHA-256 of the token (hex): the table alone opens nothing. */
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    /** The address that it was sent to, and that it proves. */
    email: text("email").notNull(),
    /** What of the account it is about, where a person may have several links for one purpose. */
    subject: text("subject").notNull().default(""),
    /** The path that they were going to, for who opens it: the link says nothing of that itself. */
    returnTo: text("return_to").notNull().default("/"),
    /** The session that asked, where only that one may use it: the link ends with it. */
    sessionId: text("session_id").references(() => sessionTable.id, { onDelete: "cascade" }),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("one_time_link_session").on(table.sessionId),
    index("one_time_link_user").on(table.userId, table.purpose),
    index("one_time_link_expires").on(table.expiresAt),
    checkCode("one_time_link_purpose_code", table.purpose, LINK_PURPOSES),
  ],
);

/**
 * Somebody who asked, in one browser, to sign in or open an account by e-mail. A row is there for
 * every address that was typed, known or not, so that asking takes the same time and says the same.
 * Where the code was right and the address has no account, the row waits for a name.
 */
export const emailSignInTable = pgTable(
  "email_sign_in",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of the cookie (hex): only the browser that asked can finish. */
    browserHash: text("browser_hash").notNull().unique(),
    email: text("email").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    /** Of the account to open where the address has none; null where it is asked for after the code. */
    newName: text("new_name"),
    /** Whether they chose English beside the terms that stood in French first; an account stores that. */
    isEnglishChosen: boolean("is_english_chosen").notNull().default(false),
    /** The path they were going to, for who opens the link of the mail: it says nothing of that itself. */
    returnTo: text("return_to").notNull().default("/"),
    /** When this browser proved to hold the address and still owed a name; null until then. */
    provedAt: timestamp("proved_at", { withTimezone: true }),
    /**
     * What its code and its link are derived from, with a key that is not in the database: the same for
     * all browsers that asked for this address while it was good, so that any of its mails will do.
     */
    secretId: text("secret_id").notNull(),
    secretMadeAt: timestamp("secret_made_at", { withTimezone: true }).notNull(),
    tries: integer("tries").notNull().default(0),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("email_sign_in_expires").on(table.expiresAt),
    index("email_sign_in_email").on(table.email),
    checkCode("email_sign_in_locale_code", table.locale, LOCALES),
  ],
);
