import type { Ending } from "#platform/backup/restore.server.ts";

/**
 * What a restore deletes or resets. Otherwise a session, link or code that was ended, used or
 * withdrawn after the backup was made would work again. A test compares this list and the next with
 * the database, so that every new table requires a decision.
 */
export const ENDED_BY_RESTORE: readonly Ending[] = [
  { table: "session", statement: "delete from session" },
  { table: "verification", statement: "delete from verification" },
  { table: "one_time_link", statement: "delete from one_time_link" },
  { table: "email_sign_in", statement: "delete from email_sign_in" },
  { table: "phone_verification", statement: "delete from phone_verification" },
  { table: "draft_link", statement: "delete from draft_link" },
  {
    table: "two_factor",
    columns: ["verified"],
    // An authenticator app whose first code was never entered.
    statement: "delete from two_factor where not verified",
  },
  {
    table: "user",
    columns: ["browser_round"],
    // For browsers that an owner has signed out since: the new round is higher than any earlier
    // one.
    statement: `update "user" set browser_round = extract(epoch from now())::int`,
  },
  {
    table: "calendar_feed",
    columns: ["round"],
    // As above: an address that was renewed since must not work again.
    statement: "update calendar_feed set round = extract(epoch from now())::int",
  },
  // A browser that signed out since would take messages again.
  { table: "push_browser", statement: "delete from push_browser" },
  {
    table: "access_grant",
    columns: ["until"],
    // It may have been ended since: whoever needs it asks again.
    statement: "update access_grant set until = least(until, now()) where until > now()",
  },
  {
    table: "backup_run",
    columns: ["state", "fault"],
    statement:
      "update backup_run set state = 'failed', fault = 'interrupted' where state in ('asked', 'running')",
  },
  {
    table: "co_applicant",
    columns: ["token_hash"],
    statement: "update co_applicant set token_hash = null where token_hash is not null",
  },
  {
    table: "document_request",
    columns: ["token_hash", "expires_at"],
    statement:
      "update document_request set token_hash = null, expires_at = least(expires_at, now()) where token_hash is not null or expires_at > now()",
  },
  {
    table: "sealed_view",
    columns: ["token_hash", "expires_at"],
    statement:
      "update sealed_view set token_hash = null, expires_at = least(expires_at, now()) where token_hash is not null or expires_at > now()",
  },
  {
    table: "team_invitation",
    columns: ["token_hash", "expires_at"],
    statement:
      "update team_invitation set revoked_at = now() where used_at is null and revoked_at is null",
  },
  {
    table: "newsletter_subscription",
    columns: ["confirm_hash"],
    statement:
      "update newsletter_subscription set confirm_hash = null where confirm_hash is not null",
  },
];

/** Tables that are restored unchanged: they hold no link, code, session or unfinished change. */
export const RETAINED_BY_RESTORE: readonly string[] = [
  "account",
  "assignee",
  "assignment_rule",
  "audit_record",
  "bid",
  "bid_event",
  "car",
  "cars_told_apart",
  "consent",
  "contact",
  "contact_lead",
  "contact_merge",
  "contact_merge_lead",
  "contacts_apart",
  "data_key",
  "deal",
  "deal_tick",
  "dealership",
  "dealership_member",
  "delivery_target",
  "document",
  "draft",
  "empty_search",
  "forgotten_budget",
  "form_progress",
  "handover",
  "incident",
  "inbound_email",
  "inbox_view",
  "inquiry",
  "inquiry_message",
  "inquiry_report",
  "job_run",
  "lead",
  "lead_event",
  "lead_inbox",
  "lead_outcome",
  "listing",
  "listing_declared_change",
  "listing_event",
  "listing_photo",
  "listing_price_change",
  "listing_report",
  "listing_search",
  "listing_text",
  "listing_view_day",
  "member_block",
  "message",
  "message_attempt",
  "message_template",
  "newsletter_issue",
  "notice_preference",
  "on_call_week",
  "outbox_message",
  "outcome_reason",
  "passkey",
  "privacy_request",
  "setting",
  "setting_draft",
  "purchase_offer",
  "purchase_offer_counter",
  "purchase_offer_decision",
  "purchase_offer_invitation",
  "purchase_offer_invitation_decline",
  "purchase_offer_withdrawal",
  "rate_limit",
  "review",
  "review_request",
  // Who changed a role's abilities since the backup is in the audit log, whose end the operator has.
  "role_ability",
  "role_change",
  "sale_choice",
  "sale_listing",
  "sale_photo",
  "saved_listing",
  "search_city",
  "search_make",
  "search_model",
  "sell_request_car",
  "seller_verification",
  "staff_change",
  "stock_feed",
  "stock_feed_car",
  "submission",
  "submission_correction",
  "task",
  "unclaimed_file",
  "vin_offer_put_away",
];

/**
 * Columns, as `table.column`, whose names suggest a link, code or session but that hold none; a
 * comment at each column's declaration says what it holds.
 */
export const NO_WAY_IN: readonly string[] = [
  "account.access_token",
  "account.access_token_expires_at",
  "account.id_token",
  "account.refresh_token",
  "account.refresh_token_expires_at",
  "draft.expires_at",
  "draft.visitor_hash",
  "newsletter_subscription.unsubscribe_token",
  "submission.visitor_hash",
  "two_factor.backup_codes",
  "two_factor.secret",
];
