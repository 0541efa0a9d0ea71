import type { LeadStatus } from "#domain/lead/lead.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";
import type { ErasureHold, TrailRefusal } from "./privacy-request.ts";

/** How somebody is known to us: what is searched by. */
export type Contact = { email: string | null; phone: string | null };

/** By what a thing was found to be somebody's: staff look twice at what hangs on a shared phone alone. */
export const TRAIL_MATCHES = ["email", "phone", "account"] as const;
export type TrailMatch = (typeof TRAIL_MATCHES)[number];

/** What hangs on a thing, counted. */
export type TrailCounts = Readonly<Record<string, number>>;

type TrailItemBase = {
  /** `lead:K7M2PX4R`: what a box of the page stands for. */
  key: string;
  matchedBy: readonly TrailMatch[];
  counts: TrailCounts;
  hold: ErasureHold | null;
  refusal: TrailRefusal | null;
};

/** One thing of somebody's that is exported, ended or deleted as a whole. */
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
 * What is found of somebody by address or number alone, and hangs on nothing above: messages that went
 * to them, forms under way, codes. It goes with whatever is deleted.
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
 * Every column of the database that holds how to reach somebody, and how a search comes to it; null for
 * what is nobody's own, with the reason beside it. A test holds the list against the database.
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
  // A business, by the address and number that it gives for that.
  ["dealership.lead_email", null],
  ["dealership.phone", null],
  ["email_sign_in.email", "email_sign_in"],
  // A keyed hash beside the number that the code is for, gone within a day.
  ["phone_verification.address_hash", null],
  // This list's own: what proves that we answered.
  ["privacy_request.email", null],
  ["privacy_request.phone", null],
]);
