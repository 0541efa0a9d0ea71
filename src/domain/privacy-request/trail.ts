import type { LeadStatus } from "#domain/lead/lead.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";
import type { ErasureHold, TrailRefusal } from "./privacy-request.ts";

/** What a person is searched by. */
export type Contact = { email: string | null; phone: string | null };

/**
 * How an item was found. Staff check items twice that were found by a phone number alone, because
 * people share phones.
 */
export const TRAIL_MATCHES = ["email", "phone", "account"] as const;
export type TrailMatch = (typeof TRAIL_MATCHES)[number];

/** The number of rows that belong to an item, by table. */
export type TrailCounts = Readonly<Record<string, number>>;

type TrailItemBase = {
  /** `lead:K7M2PX4R`: the value of the item's check box. */
  key: string;
  matchedBy: readonly TrailMatch[];
  counts: TrailCounts;
  hold: ErasureHold | null;
  refusal: TrailRefusal | null;
};

/** One item of a person that is exported, ended or deleted as a whole. */
export type TrailItem = TrailItemBase &
  (
    | { kind: "account"; id: string; name: string; email: string; role: Role; locale: Locale }
    | { kind: "lead"; id: string; leadKind: LeadKind; status: LeadStatus; receivedAt: Date }
    | { kind: "subscription"; id: string; email: string; isSubscribed: boolean; askedAt: Date }
    | { kind: "co_applicant"; id: string; name: string }
    | { kind: "review"; id: string; author: string; writtenAt: Date }
  );
export type TrailKind = TrailItem["kind"];

/**
 * Data found by address or number alone that belongs to no item: messages to them, unfinished
 * forms, codes. It is deleted with any item.
 */
export const TRAIL_REMAINS = [
  "message",
  "draft",
  "phone_verification",
  "email_sign_in",
  "outbox_message",
] as const;
export type TrailRemain = (typeof TRAIL_REMAINS)[number];

export type Trail = {
  items: readonly TrailItem[];
  remains: Readonly<Record<TrailRemain, number>>;
};

/**
 * Every column with contact data, and the kind of trail item that finds it; null if it is not a
 * person's own, with the reason beside it. A test compares the list with the database.
 */
export const CONTACT_COLUMNS: ReadonlyMap<string, TrailKind | TrailRemain | null> = new Map([
  ["user.email", "account"],
  ["user.phone", "account"],
  ["bid.phone", "account"],
  ["deal.buyer_phone", "account"],
  ["one_time_link.email", "account"],
  ["lead.email", "lead"],
  ["lead.phone", "lead"],
  ["newsletter_subscription.email", "subscription"],
  ["co_applicant.email", "co_applicant"],
  ["review_request.email_mac", "review"],
  ["message.recipient", "message"],
  ["draft_link.email_hash", "draft"],
  ["phone_verification.phone", "phone_verification"],
  ["outbox_message.to", "outbox_message"],
  // The address and number that a business gave for this.
  ["dealership.lead_email", null],
  ["dealership.phone", null],
  ["email_sign_in.email", "email_sign_in"],
  // A keyed hash, stored with the number that the code is for and deleted within a day.
  ["phone_verification.address_hash", null],
  // Privacy requests themselves: our proof that we answered.
  ["privacy_request.email", null],
  ["privacy_request.phone", null],
]);
