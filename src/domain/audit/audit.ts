import { ROLES } from "#values/role.ts";

/** What goes on record, each written by the one place where it happens. */
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
  /** By an administrator, of one account or as one of everybody's. */
  "sessions_ended",
  "dealership_changed",
  /** It is given no leads until it is resumed. */
  "dealership_paused",
  "dealership_resumed",
  /** By staff, of what is somebody else's, as the next ones (staff-change/staff-change.ts). */
  "listing_edited",
  "listing_price_changed",
  "listing_photos_changed",
  "listing_moved",
  "listing_reviewed",
  "bid_moved",
  "request_moved",
  "review_decided",
  "review_replied",
  /** Taken down by its author. */
  "review_withdrawn",
  "seller_verification_decided",
  "report_settled",
  "data_exported",
  /** Answered with 401: a call without a sign-in, or with a token that is dead or forged. */
  "sign_in_asked",
  /** Answered with 403: who asked may not. */
  "access_refused",
  /** Another site made a browser send it. */
  "cross_site_refused",
  "rate_limited",
  /** Something sealed could not be opened. */
  "vault_fault",
  "lead_viewed",
  "lead_list_viewed",
  /** One sealed answer of a lead was opened and shown. */
  "sealed_answer_revealed",
  "document_viewed",
  "deal_viewed",
  /** Staff passed a lead on to the dealership that its sender agreed to. */
  "lead_passed_on",
  /** A dealership was given a link that shows a lead's sealed answers once. */
  "sealed_view_given",
  /** Whom the site wrote to, and whether it arrived. */
  "messages_viewed",
  "records_read",
  /** The oldest records were deleted, up to the one named. */
  "records_forgotten",
  "subscribers_viewed",
  /** At the wish of whoever asked staff. */
  "subscriber_unsubscribed",
  "subscribers_exported",
  /** What a person asked by their rights was taken in, done or refused; their whole trail looked for. */
  "privacy_request_received",
  "privacy_request_settled",
  "person_searched",
  /** At its sender's word, by their own hand or by staff's. */
  "request_withdrawn",
  "request_erased",
  "person_erased",
  /** By staff, at the request of whoever gave the answer. */
  "answer_corrected",
  "incident_recorded",
  "incident_changed",
  "key_added",
  "keys_rotated",
  "keys_forgotten",
  /** A backup outside the clock's turn. */
  "backup_asked",
  /** What the site does was set otherwise, by an administrator. */
  "settings_changed",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_OUTCOMES = ["done", "failed", "refused"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/**
 * Who did it, as what they were then: an account by its role, somebody who is not signed in, whoever
 * runs the site's commands, or the site by itself.
 */
export const AUDIT_ACTORS = ["visitor", ...ROLES, "operator", "site"] as const;
export type AuditActorKind = (typeof AUDIT_ACTORS)[number];
export type AuditActor = { kind: AuditActorKind; accountId: string | null };

/**
 * On what: an account's id, a lead's or a deal's reference, a page's address, a sealed value's place, a record as
 * `formatAuditHead` writes it, the id of a newsletter subscription, a dealership, a listing, a bid, a
 * review, a report, what a person asked by their rights, or an incident.
 */
export const AUDIT_THINGS = [
  "account",
  "lead",
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
 * What a fact was and became. Codes, numbers and ids as they are; of a free text only its length and
 * a keyed digest, so that a record outlives the account without what a person wrote.
 */
export type ChangedValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | { characters: number; digest: string };
export type AuditChanges = Readonly<
  Record<string, readonly [before: ChangedValue, after: ChangedValue]>
>;

/** One record as it is stored, and as its MAC covers it. */
export type AuditRecord = {
  /** 1, 2, 3 and so on, without a gap. */
  position: number;
  at: Date;
  actorKind: AuditActorKind;
  accountId: string | null;
  action: AuditAction;
  thingKind: AuditThingKind | null;
  thingId: string | null;
  /** Where it came from, shortened: see `shortenAddress`. */
  addressBlock: string | null;
  outcome: AuditOutcome;
  /** `AuditChanges` as JSON, letter by letter as its MAC covers it; null where nothing was changed. */
  changes: string | null;
};

/** What the first record follows. */
export const CHAIN_START = "";

/** One record by which a later check knows what stood there: the newest, or the last one forgotten. */
export type AuditHead = { position: number; mac: string };

/** As `audit:verify` prints and takes it: `1204:MAC`. */
export function formatAuditHead({ position, mac }: AuditHead): string {
  return `${position}:${mac}`;
}

export function parseAuditHead(text: string): AuditHead | null {
  const [, position, mac] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  return position && mac ? { position: Number(position), mac } : null;
}

/**
 * A record and the MAC of the one before it as one text. Each field stands at its place in a JSON
 * array, so that no two records write the same. Records from before there were changes, and those
 * without any, keep the older text: each text begins with which of the two it is.
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
