import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { checkCode } from "#platform/database/columns.ts";
import { CODE_WAYS, PHONE_PURPOSES } from "./phone-verification.ts";

/**
 * A six-digit code sent to a phone or an address. The code is stored hashed, bound to the number,
 * the purpose and the visitor who asked for it; each guess is counted before it is compared.
 */
export const phoneVerificationTable = pgTable(
  "phone_verification",
  {
    id: uuid("id").primaryKey(),
    visitorHash: text("visitor_hash").notNull(),
    phone: text("phone").notNull(),
    purpose: text("purpose", { enum: PHONE_PURPOSES }).notNull(),
    /**
     * How the code was sent; null if it was requested and could not be sent. A mailed code proves
     * the address, not the number.
     */
    sentBy: text("sent_by", { enum: CODE_WAYS }).default("sms"),
    /** The hash of the address that it was mailed to; null if it was sent by SMS. */
    addressHash: text("address_hash"),
    codeHash: text("code_hash").notNull(),
    guesses: integer("guesses").notNull().default(0),
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    verifiedAt: timestamp("verified_at", { withTimezone: true }),
  },
  (table) => [
    index("phone_verification_phone_sent").on(table.phone, table.sentAt),
    index("phone_verification_visitor").on(table.visitorHash, table.purpose, table.sentAt),
    checkCode("phone_verification_purpose_code", table.purpose, PHONE_PURPOSES),
    checkCode("phone_verification_sent_by_code", table.sentBy, CODE_WAYS),
  ],
);
