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

/** How a subscription ended: on the page of its link, by the mail program's own button, or by staff. */
const UNSUBSCRIBE_WAYS = ["page", "one_click", "staff"] as const;
export type UnsubscribeWay = (typeof UNSUBSCRIBE_WAYS)[number];

/**
 * One subscription a row, from the asking to the end, with the words that were agreed to: the evidence
 * that CASL (s. 13) wants of whoever claims a consent. Who subscribes again has a second row.
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
    /** Where it was given, such as `web: /blogs`. */
    channel: text("channel").notNull(),
    askedAt: timestamp("asked_at", { withTimezone: true }).notNull().defaultNow(),
    /** Of the newest confirmation mail's link; none before that mail is written. */
    confirmHash: text("confirm_hash"),
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    /** Opens nothing but the way out, and must do so for as long as a mail lies in a mailbox: not hashed. */
    unsubscribeToken: text("unsubscribe_token").notNull(),
    unsubscribedAt: timestamp("unsubscribed_at", { withTimezone: true }),
    unsubscribedBy: text("unsubscribed_by", { enum: UNSUBSCRIBE_WAYS }),
    /** Of the demo: seen there only, and never written to. */
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

/** An article that subscribers were told of: of any number of processes, one tells. */
export const newsletterIssueTable = pgTable("newsletter_issue", {
  postId: text("post_id").primaryKey(),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull().defaultNow(),
});
