import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { dealershipId } from "#domain/dealership/dealership.table.ts";
import { byUserId, userTable } from "#domain/identity/identity.table.ts";
import { leadId } from "#domain/lead/lead.table.ts";
import { checkCode, happenedAt, rowId } from "#platform/database/columns.ts";
import {
  COUNTER_ENDS,
  DECLINE_REASONS,
  OFFER_DECISIONS,
  SELLER_CHOICES,
  SELLER_WAYS,
} from "./dealer-offer.ts";

// A sell request is the lead of the sell form. All rows here belong to a lead and are deleted with
// it. Nothing is overwritten: the current state is computed from the rows (dealer-offer.ts).

/** A dealership that was invited to make an offer. */
export const invitationTable = pgTable(
  "purchase_offer_invitation",
  {
    leadId: leadId(),
    dealershipId: dealershipId(),
    invitedAt: timestamp("invited_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.dealershipId] }),
    index("purchase_offer_invitation_dealership").on(table.dealershipId, table.invitedAt),
  ],
);

/** A dealership that passed, and why. Its later offer, if any, deletes this row. */
export const invitationDeclineTable = pgTable(
  "purchase_offer_invitation_decline",
  {
    leadId: leadId(),
    dealershipId: dealershipId(),
    reason: text("reason", { enum: DECLINE_REASONS }).notNull(),
    byUserId: byUserId(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.dealershipId] }),
    checkCode("purchase_offer_invitation_decline_reason_code", table.reason, DECLINE_REASONS),
  ],
);

/** What a dealership would pay for the car, until when, and on what conditions. */
export const dealerOfferTable = pgTable(
  "purchase_offer",
  {
    /** Generated with the form's page, so that the same post sent again is the same offer. */
    id: rowId(),
    leadId: leadId(),
    dealershipId: dealershipId(),
    amountCad: integer("amount_cad").notNull(),
    /** The last day on which it can be accepted. */
    validUntil: date("valid_until").notNull(),
    /** The dealership's own words; may be empty. */
    conditions: text("conditions").notNull().default(""),
    /** The same dealership's earlier offer that this one replaces. */
    replacesId: uuid("replaces_id"),
    madeByUserId: text("made_by_user_id").references(() => userTable.id, { onDelete: "set null" }),
    madeAt: timestamp("made_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("purchase_offer_lead").on(table.leadId, table.madeAt),
    // An offer is replaced once: of two revisions at the same time, one is refused.
    unique("purchase_offer_replaces").on(table.replacesId),
    check("purchase_offer_amount", sql`${table.amountCad} >= 100`),
  ],
);

/** A dealership's withdrawal of its offer. */
export const offerWithdrawalTable = pgTable("purchase_offer_withdrawal", {
  offerId: uuid("offer_id")
    .primaryKey()
    .references(() => dealerOfferTable.id, { onDelete: "cascade" }),
  byUserId: byUserId(),
  at: happenedAt(),
});

/** The seller's counter-offer to an offer, and the dealership's answer. */
export const offerCounterTable = pgTable(
  "purchase_offer_counter",
  {
    /** The primary key, so each offer has at most one counter-offer. */
    offerId: uuid("offer_id")
      .primaryKey()
      .references(() => dealerOfferTable.id, { onDelete: "cascade" }),
    amountCad: integer("amount_cad").notNull(),
    /** The account, if somebody was signed in. */
    byUserId: text("by_user_id").references(() => userTable.id, { onDelete: "set null" }),
    /** As with a decision. */
    way: text("way", { enum: SELLER_WAYS }).notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** The dealership's answer, or that the seller withdrew; null while it waits. */
    answer: text("answer", { enum: COUNTER_ENDS }),
    answeredByUserId: text("answered_by_user_id").references(() => userTable.id, {
      onDelete: "set null",
    }),
    answeredAt: timestamp("answered_at", { withTimezone: true }),
  },
  (table) => [
    check("purchase_offer_counter_amount", sql`${table.amountCad} > 100`),
    check(
      "purchase_offer_counter_answered",
      sql`(${table.answer} is null) = (${table.answeredAt} is null)`,
    ),
    checkCode("purchase_offer_counter_answer_code", table.answer, COUNTER_ENDS),
    checkCode("purchase_offer_counter_way_code", table.way, SELLER_WAYS),
  ],
);

/** The seller's answer to an offer. If it is undone, the row says when. */
export const offerDecisionTable = pgTable(
  "purchase_offer_decision",
  {
    id: rowId(),
    offerId: uuid("offer_id")
      .notNull()
      .references(() => dealerOfferTable.id, { onDelete: "cascade" }),
    leadId: leadId(),
    kind: text("kind", { enum: OFFER_DECISIONS }).notNull(),
    /** The account, if somebody was signed in. */
    byUserId: byUserId(),
    /** How the person proved to be the seller. */
    way: text("way", { enum: SELLER_WAYS }).notNull(),
    at: happenedAt(),
    undoneAt: timestamp("undone_at", { withTimezone: true }),
  },
  (table) => [
    // One buyer per car, even if two offers are accepted at the same moment.
    uniqueIndex("purchase_offer_one_accepted")
      .on(table.leadId)
      .where(sql`${table.kind} = 'accepted' and ${table.undoneAt} is null`),
    uniqueIndex("purchase_offer_one_decision")
      .on(table.offerId)
      .where(sql`${table.undoneAt} is null`),
    checkCode("purchase_offer_decision_kind_code", table.kind, OFFER_DECISIONS),
    checkCode("purchase_offer_decision_way_code", table.way, SELLER_WAYS),
  ],
);

/**
 * What the seller wants: offers from dealerships, a listing of their own, or both. The newest row
 * is valid.
 */
export const sellerChoiceTable = pgTable(
  "sale_choice",
  {
    id: rowId(),
    leadId: leadId(),
    choice: text("choice", { enum: SELLER_CHOICES }).notNull(),
    byUserId: byUserId(),
    /** As with a decision. */
    way: text("way", { enum: SELLER_WAYS }).notNull(),
    at: happenedAt(),
  },
  (table) => [
    index("sale_choice_lead").on(table.leadId, table.at),
    checkCode("sale_choice_code", table.choice, SELLER_CHOICES),
    checkCode("sale_choice_way_code", table.way, SELLER_WAYS),
  ],
);
