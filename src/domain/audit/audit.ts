import { ROLES } from "#values/role.ts";

/** The actions of the audit log; each is recorded in exactly one place, where it happens. */
export const AUDIT_ACTIONS = [
  "sign_in",
  "second_factor_used",
  "second_factor_enrolled",
  "second_factor_removed",
  "passkey_added",
  "passkey_removed",
  "recovery_codes_renewed",
  "first_factor_link_given",
  "password_changed",
  "email_changed",
  "google_tied",
  "google_untied",
  "account_deleted",
  "role_given",
  /** Of a dealership's team, by its owner. */
  "colleague_invited",
  "invitation_revoked",
  "colleague_joined",
  "colleague_role_changed",
  "colleague_removed",
  /** Where a dealership's leads are delivered: added, switched, tested, a new secret, removed. */
  "delivery_target_changed",
  /** By an administrator: of one account, or of all. */
  "sessions_ended",
  "dealership_changed",
  /** It gets no leads until it is resumed. */
  "dealership_paused",
  "dealership_resumed",
  /**
   * This and the next ones: changes by staff of what belongs to somebody else
   * (staff-change/staff-change.ts).
   */
  "listing_edited",
  "listing_price_changed",
  "listing_photos_changed",
  "listing_moved",
  "listing_reviewed",
  "bid_moved",
  "request_moved",
  "review_decided",
  "review_replied",
  /** Withdrawn by its author. */
  "review_withdrawn",
  "seller_verification_decided",
  "report_settled",
  "data_exported",
  /** Response 401: a call without a sign-in, or with an expired or forged token. */
  "sign_in_asked",
  /** Response 403: the caller does not have the permission. */
  "access_refused",
  /** Another site made a browser send the request. */
  "cross_site_refused",
  "rate_limited",
  /** Something sealed could not be opened. */
  "vault_fault",
  "lead_viewed",
  "lead_list_viewed",
  /** Everything of one person, and the list of people. */
  "contact_viewed",
  "contact_list_viewed",
  /** Two contacts were one person, or were two after all. */
  "contacts_merged",
  "contacts_separated",
  /** One sealed answer of a lead was opened and shown. */
  "sealed_answer_revealed",
  "document_viewed",
  "deal_viewed",
  /** Staff passed a lead on to the dealership that its sender agreed to. */
  "lead_passed_on",
  /** A member of staff has it now, or no longer. */
  "lead_assigned",
  /** Written down by staff. */
  "lead_entered",
  /** A dealership was given a link that shows a lead's sealed answers once. */
  "sealed_view_given",
  /** Whom the site sent messages to, and whether they arrived. */
  "messages_viewed",
  "records_read",
  /** The oldest records were deleted, up to the named one. */
  "records_forgotten",
  "subscribers_viewed",
  /** At the request of a person who asked staff. */
  "subscriber_unsubscribed",
  "subscribers_exported",
  "leads_exported",
  /**
   * A privacy request was received, carried out or refused; or a person's whole trail was searched.
   */
  "privacy_request_received",
  "privacy_request_settled",
  "person_searched",
  /** At the sender's request, by themselves or by staff. */
  "request_withdrawn",
  "request_erased",
  "person_erased",
  /** By staff, at the request of the person who gave the answer. */
  "answer_corrected",
  "incident_recorded",
  "incident_changed",
  "key_added",
  "keys_rotated",
  "keys_forgotten",
  /** A backup outside the schedule. */
  "backup_asked",
  /** An administrator changed settings of the site. */
  "settings_changed",
  /** An administrator changed what a role may do. */
  "role_abilities_changed",
  /** An ability for a day: asked for, given, refused, and ended before its time. */
  "access_day_asked",
  "access_day_granted",
  "access_day_refused",
  "access_day_ended",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_OUTCOMES = ["done", "failed", "refused"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/**
 * Who did it, with their role at that time: an account, a visitor who is not signed in, the
 * operator of the site's commands, or the site itself.
 */
export const AUDIT_ACTORS = ["visitor", ...ROLES, "operator", "site"] as const;
export type AuditActorKind = (typeof AUDIT_ACTORS)[number];
export type AuditActor = { kind: AuditActorKind; accountId: string | null };

/**
 * What a record is about: an account's id, a lead's or a deal's reference, a page's address, the
 * place of a sealed value, a record as `formatAuditHead` writes it, or the id of a newsletter
 * subscription, a contact, a dealership, a listing, a bid, a review, a report, a privacy request or an
 * incident.
 */
export const AUDIT_THINGS = [
  "account",
  "lead",
  "contact",
  "page",
  "sealed_value",
  "key",
  "record",
  "subscription",
  "dealership",
  "listing",
  "bid",
  "deal",
  "review",
  "report",
  "privacy_request",
  "incident",
] as const;
export type AuditThingKind = (typeof AUDIT_THINGS)[number];
export type AuditThing = { kind: AuditThingKind; id: string };

/**
 * A fact before or after a change. Codes, numbers and ids are stored as they are; of a free text
 * only its length and a keyed digest, so that a record that outlives the account does not contain
 * what a person wrote.
 */
export type ChangedValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  /** The rows of a setting that is a list. */
  | readonly object[]
  | { characters: number; digest: string };
export type AuditChanges = Readonly<
  Record<string, readonly [before: ChangedValue, after: ChangedValue]>
>;

/** One record as it is stored, and as its MAC covers it. */
export type AuditRecord = {
  /** 1, 2, 3 and so on, without gaps. */
  position: number;
  at: Date;
  actorKind: AuditActorKind;
  accountId: string | null;
  action: AuditAction;
  thingKind: AuditThingKind | null;
  thingId: string | null;
  /** The shortened IP address that it came from: see `shortenAddress`. */
  addressBlock: string | null;
  outcome: AuditOutcome;
  /** `AuditChanges` as JSON, exactly the text that the MAC covers; null if nothing was changed. */
  changes: string | null;
};

/** The MAC before the first record. */
export const CHAIN_START = "";

/**
 * A record by which a later check knows what the log contained: the newest, or the last deleted
 * one.
 */
export type AuditHead = { position: number; mac: string };

/** The format that `audit:verify` prints and reads: `1204:MAC`. */
export function formatAuditHead({ position, mac }: AuditHead): string {
  return `${position}:${mac}`;
}

export function parseAuditHead(text: string): AuditHead | null {
  const [, position, mac] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  return position && mac ? { position: Number(position), mac } : null;
}

/**
 * A record and the MAC of the one before it, as one text. Each field has its own position in a JSON
 * array, so that two different records never give the same text. Records without changes, such as
 * all from before changes were recorded, keep the older format: each text begins with its format.
 */
export function canonicalText(record: AuditRecord, previousMac: string): string {
  return JSON.stringify([
    record.changes === null ? "audit 1" : "audit 2",
    previousMac,
    record.position,
    record.at.toISOString(),
    record.actorKind,
    record.accountId,
    record.action,
    record.thingKind,
    record.thingId,
    record.addressBlock,
    record.outcome,
    ...(record.changes === null ? [] : [record.changes]),
  ]);
}
