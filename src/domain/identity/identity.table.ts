import { boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { checkCode } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import type { E164 } from "#values/phone.ts";
import { ROLES } from "#values/role.ts";

/** The account that did what the row records; null after that account is deleted. */
export const byUserId = () =>
  text("by_user_id").references(() => userTable.id, { onDelete: "set null" });

// `user`, `session`, `account`, `verification` and `two_factor` have better-auth's columns and
// names, with a few of our own; `passkey` keeps the names of the plugin that it came from.

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
    /** When the person proved to hold that number; null if they only entered it. */
    phoneVerifiedAt: timestamp("phone_verified_at", { withTimezone: true }),
    twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
    locale: text("locale", { enum: LOCALES }).notNull().default("en"),
    isDemo: boolean("is_demo").notNull().default(false),
    /** Raised to make all known browsers of the account unknown again (known-browser.server.ts). */
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
    /** When this session proved the second factor; staff may work only in a session that did. */
    secondFactorAt: timestamp("second_factor_at", { withTimezone: true }),
    /**
     * When the person proved again, in this session, that the account is theirs. One change uses it
     * up.
     */
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    /**
     * Until when it may set up the first second factor of a role that must have one (enrolment
     * link).
     */
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
    /** The name that its owner gave it. */
    name: text("name"),
    /** Unique: a credential opens one account. */
    credentialID: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    /** The authenticator's count of its signatures; if the count falls, the passkey was copied. */
    counter: integer("counter").notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    /** The model of the authenticator, if it states one (WebAuthn §6.5.1). */
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
    /** SHA-256 of the token (hex), so that nobody can open a link with the table alone. */
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    /** The address that it was sent to and that it proves. */
    email: text("email").notNull(),
    /** What it applies to, if a person may have several links for one purpose. */
    subject: text("subject").notNull().default(""),
    /** The path to go to once the link is opened; the link itself does not contain it. */
    returnTo: text("return_to").notNull().default("/"),
    /**
     * The session that asked, if only that session may use the link; the link is deleted with it.
     */
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
 * A request, from one browser, to sign in or open an account by e-mail. Every address that was
 * typed gets a row, known or not, so that the response takes the same time and is the same. If the
 * code was right and the address has no account, the row waits for a name.
 */
export const emailSignInTable = pgTable(
  "email_sign_in",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of the cookie (hex): only the browser that asked can finish. */
    browserHash: text("browser_hash").notNull().unique(),
    email: text("email").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    /**
     * The name of the account to open if the address has none; null if it is asked for after the
     * code.
     */
    newName: text("new_name"),
    /**
     * Whether they chose English while the terms were shown in French first; the account stores
     * that.
     */
    isEnglishChosen: boolean("is_english_chosen").notNull().default(false),
    /** The path to go to once the e-mail's link is opened; the link itself does not contain it. */
    returnTo: text("return_to").notNull().default("/"),
    /** When this browser proved to hold the address while a name was missing; null until then. */
    provedAt: timestamp("proved_at", { withTimezone: true }),
    /**
     * The code and the link are derived from this, with a key that is not in the database. It is
     * the same for all browsers that asked for this address while it was valid, so that any of the
     * e-mails works.
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
