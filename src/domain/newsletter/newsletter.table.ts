import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";

/**
 * How a subscription ended: on the page of its link, by the mail program's own button, or by staff.
 */
const UNSUBSCRIBE_WAYS = ["page", "one_click", "staff"] as const;
export type UnsubscribeWay = (typeof UNSUBSCRIBE_WAYS)[number];

/**
 * One row per subscription, from the request to the end, with the text that was agreed to: the
 * evidence of the consent, which CASL (s. 13) requires. A person who subscribes again has a second
 * row.
 */
export const newsletterSubscriptionTable = pgTable(
  "newsletter_subscription",
  {
    id: rowId(),
    /** In lower case. */
    email: text("email").notNull(),
    locale: text("locale", { enum: LOCALES }).notNull(),
    consentText: text("consent_text").notNull(),
    consentSha256: text("consent_sha256").notNull(),
    consentVersion: integer("consent_version").notNull(),
    /** Where the consent was given, such as `web: /blogs`. */
    channel: text("channel").notNull(),
    askedAt: timestamp("asked_at", { withTimezone: true }).notNull().defaultNow(),
    /**
     * The hash of the link in the newest confirmation e-mail; null until that e-mail is written.
     */
    confirmHash: text("confirm_hash"),
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    /**
     * Not hashed: with it one can only unsubscribe, and the link must work for as long as an e-mail
     * is stored in a mailbox.
     */
    unsubscribeToken: text("unsubscribe_token").notNull(),
    unsubscribedAt: timestamp("unsubscribed_at", { withTimezone: true }),
    unsubscribedBy: text("unsubscribed_by", { enum: UNSUBSCRIBE_WAYS }),
    /** Belongs to the demo: shown there only, and never gets e-mail. */
    isDemo: boolean("is_demo").notNull().default(false),
  },
  (table) => [
    uniqueIndex("newsletter_subscription_open")
      .on(table.email)
      .where(sql`${table.unsubscribedAt} is null`),
    uniqueIndex("newsletter_subscription_token").on(table.unsubscribeToken),
    index("newsletter_subscription_confirm").on(table.confirmHash),
    checkCode("newsletter_subscription_locale_code", table.locale, LOCALES),
    checkCode("newsletter_subscription_way_code", table.unsubscribedBy, UNSUBSCRIBE_WAYS),
  ],
);

/** An article that was announced to subscribers: of several processes, only one announces it. */
export const newsletterIssueTable = pgTable("newsletter_issue", {
  postId: text("post_id").primaryKey(),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull().defaultNow(),
});
