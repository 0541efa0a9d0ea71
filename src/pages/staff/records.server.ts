import { inArray } from "drizzle-orm";
import { data, redirect } from "react-router";
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditActorKind,
  type AuditOutcome,
  type AuditRecord,
  type AuditThingKind,
} from "#domain/audit/audit.ts";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { type AuditSearch, searchAudit } from "#domain/audit/search-audit.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { describeRole } from "#domain/people/role-words.server.ts";
import { findUser, findUserByEmail } from "#domain/identity/user.server.ts";
import { describeRecordedChanges } from "#domain/staff-change/change-words.server.ts";
import { controlCharacters } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readIsoDate } from "#values/calendar-date.ts";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { isRole, type Role } from "#values/role.ts";

type Word = (_: object, in_: { locale: Locale }) => string;

const ACTIONS: Record<AuditAction, Word> = {
  sign_in: m.records_action_sign_in,
  second_factor_used: m.records_action_second_factor_used,
  second_factor_enrolled: m.records_action_second_factor_enrolled,
  second_factor_removed: m.records_action_second_factor_removed,
  passkey_added: m.records_action_passkey_added,
  passkey_removed: m.records_action_passkey_removed,
  recovery_codes_renewed: m.records_action_recovery_codes_renewed,
  first_factor_link_given: m.records_action_first_factor_link_given,
  password_changed: m.records_action_password_changed,
  email_changed: m.records_action_email_changed,
  google_tied: m.records_action_google_tied,
  google_untied: m.records_action_google_untied,
  account_deleted: m.records_action_account_deleted,
  role_given: m.records_action_role_given,
  dealership_changed: m.records_action_dealership_changed,
  dealership_paused: m.records_action_dealership_paused,
  dealership_resumed: m.records_action_dealership_resumed,
  listing_edited: m.records_action_listing_edited,
  listing_price_changed: m.records_action_listing_price_changed,
  listing_photos_changed: m.records_action_listing_photos_changed,
  listing_moved: m.records_action_listing_moved,
  listing_reviewed: m.records_action_listing_reviewed,
  bid_moved: m.records_action_bid_moved,
  request_moved: m.records_action_request_moved,
  review_decided: m.records_action_review_decided,
  review_replied: m.records_action_review_replied,
  review_withdrawn: m.records_action_review_withdrawn,
  seller_verification_decided: m.records_action_seller_verification_decided,
  report_settled: m.records_action_report_settled,
  data_exported: m.records_action_data_exported,
  sign_in_asked: m.records_action_sign_in_asked,
  access_refused: m.records_action_access_refused,
  cross_site_refused: m.records_action_cross_site_refused,
  rate_limited: m.records_action_rate_limited,
  vault_fault: m.records_action_vault_fault,
  lead_viewed: m.records_action_lead_viewed,
  deal_viewed: m.records_action_deal_viewed,
  lead_list_viewed: m.records_action_lead_list_viewed,
  contact_viewed: m.records_action_contact_viewed,
  contact_list_viewed: m.records_action_contact_list_viewed,
  contacts_merged: m.records_action_contacts_merged,
  contacts_separated: m.records_action_contacts_separated,
  sealed_answer_revealed: m.records_action_sealed_answer_revealed,
  document_viewed: m.records_action_document_viewed,
  lead_passed_on: m.records_action_lead_passed_on,
  lead_assigned: m.records_action_lead_assigned,
  lead_entered: m.records_action_lead_entered,
  sealed_view_given: m.records_action_sealed_view_given,
  messages_viewed: m.records_action_messages_viewed,
  records_read: m.records_action_records_read,
  records_forgotten: m.records_action_records_forgotten,
  subscribers_viewed: m.records_action_subscribers_viewed,
  colleague_invited: m.records_action_colleague_invited,
  invitation_revoked: m.records_action_invitation_revoked,
  colleague_joined: m.records_action_colleague_joined,
  colleague_role_changed: m.records_action_colleague_role_changed,
  colleague_removed: m.records_action_colleague_removed,
  delivery_target_changed: m.records_action_delivery_target_changed,
  sessions_ended: m.records_action_sessions_ended,
  subscriber_unsubscribed: m.records_action_subscriber_unsubscribed,
  subscribers_exported: m.records_action_subscribers_exported,
  leads_exported: m.records_action_leads_exported,
  privacy_request_received: m.records_action_privacy_request_received,
  privacy_request_settled: m.records_action_privacy_request_settled,
  person_searched: m.records_action_person_searched,
  request_withdrawn: m.records_action_request_withdrawn,
  request_erased: m.records_action_request_erased,
  person_erased: m.records_action_person_erased,
  answer_corrected: m.records_action_answer_corrected,
  incident_recorded: m.records_action_incident_recorded,
  incident_changed: m.records_action_incident_changed,
  key_added: m.records_action_key_added,
  keys_rotated: m.records_action_keys_rotated,
  keys_forgotten: m.records_action_keys_forgotten,
  backup_asked: m.records_action_backup_asked,
  settings_changed: m.records_action_settings_changed,
  role_abilities_changed: m.records_action_role_abilities_changed,
  access_day_asked: m.records_action_access_day_asked,
  access_day_granted: m.records_action_access_day_granted,
  access_day_refused: m.records_action_access_day_refused,
  access_day_ended: m.records_action_access_day_ended,
};

/** Actors without an account. */
const ACTORS: Record<Exclude<AuditActorKind, Role>, Word> = {
  visitor: m.records_by_visitor,
  operator: m.records_by_operator,
  site: m.records_by_site,
};

const OUTCOMES: Record<AuditOutcome, Word> = {
  done: m.records_outcome_done,
  failed: m.records_outcome_failed,
  refused: m.records_outcome_refused,
};

const THINGS: Record<AuditThingKind, Word> = {
  account: m.records_thing_account,
  lead: m.records_thing_lead,
  contact: m.records_thing_contact,
  deal: m.records_thing_deal,
  page: m.records_thing_page,
  sealed_value: m.records_thing_sealed_value,
  key: m.records_thing_key,
  record: m.records_thing_record,
  subscription: m.records_thing_subscription,
  dealership: m.records_thing_dealership,
  listing: m.records_thing_listing,
  bid: m.records_thing_bid,
  review: m.records_thing_review,
  report: m.records_thing_report,
  privacy_request: m.records_thing_privacy_request,
  incident: m.records_thing_incident,
};

/** The audit records that the address asks for. Reading them is recorded first. */
async function loadRecords(request: Request, user: SignedInUser, locale: Locale) {
  await recordAct({ by: toActor(user), action: "records_read" });
  const search = readAddress(new URL(request.url).searchParams);
  const { records, hasOlder } = await searchAudit(search);
  const names = await findNames(records);
  const last = records.at(-1);
  const account = search.accountId === null ? null : await findUser(search.accountId);
  return {
    filter: {
      action: search.action ?? "",
      // Of a deleted account only the id is left.
      account: account?.email ?? search.accountId ?? "",
      thing: search.thingId ?? "",
      from: search.from ?? "",
      to: search.to ?? "",
    },
    isFiltered: buildAddress({ ...search, olderThan: null }) !== paths.staffRecords(),
    actions: AUDIT_ACTIONS.map((code) => ({ code, text: ACTIONS[code]({}, { locale }) })),
    records: records.map((record) => viewRecord(record, names, locale)),
    olderHref: hasOlder && last ? buildAddress({ ...search, olderThan: last.position }) : null,
    newestHref: search.olderThan === null ? null : buildAddress({ ...search, olderThan: null }),
  };
}

export type RecordsView = Awaited<ReturnType<typeof loadRecords>>;
export type RecordView = RecordsView["records"][number];

function viewRecord(record: AuditRecord, names: ReadonlyMap<string, string>, locale: Locale) {
  const { position, at, accountId, thingKind, thingId, addressBlock, outcome } = record;
  const person = (id: string) => ({
    name: names.get(id) ?? id,
    href: buildAddress({ ...NO_SEARCH, accountId: id }),
  });
  return {
    position,
    time: formatDateTime(at, locale),
    action: ACTIONS[record.action]({}, { locale }),
    outcome,
    outcomeText: OUTCOMES[outcome]({}, { locale }),
    byKind: describeActor(record.actorKind, locale),
    by: accountId === null ? null : person(accountId),
    thingKind: thingKind && THINGS[thingKind]({}, { locale }),
    thing:
      thingId === null
        ? null
        : thingKind === "account"
          ? person(thingId)
          : { name: nameThing(thingKind, thingId), href: buildAddress({ ...NO_SEARCH, thingId }) },
    addressBlock,
    changes: describeRecordedChanges(record.changes, locale, "staff"),
  };
}

export function describeActor(kind: AuditActorKind, locale: Locale): string {
  return isRole(kind) ? describeRole(kind, locale) : ACTORS[kind]({}, { locale });
}

/** A record's number is enough: its MAC is only for the check of the chain. */
function nameThing(kind: AuditThingKind | null, id: string): string {
  return kind === "record" ? id.replace(/:.*$/, "") : id;
}

/** The accounts of these records by id; a deleted account is not in the map. */
async function findNames(records: readonly AuditRecord[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    records.flatMap(({ accountId, thingKind, thingId }) => [
      ...(accountId === null ? [] : [accountId]),
      ...(thingKind === "account" && thingId !== null ? [thingId] : []),
    ]),
  );
  if (ids.size === 0) return new Map();
  const found = await db()
    .select({ id: userTable.id, name: userTable.name })
    .from(userTable)
    .where(inArray(userTable.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

const NO_SEARCH: AuditSearch = {
  action: null,
  accountId: null,
  thingId: null,
  from: null,
  to: null,
  olderThan: null,
};

/** A value that cannot be parsed is ignored: the form reports it before it gets into an address. */
function readAddress(query: URLSearchParams): AuditSearch {
  const text = (name: string) => {
    const value = query.get(name)?.trim() ?? "";
    return value === "" || value.length > 200 || controlCharacters.test(value) ? null : value;
  };
  const day = (name: string) => {
    const read = readIsoDate(query.get(name) ?? "");
    return read.ok ? read.date : null;
  };
  const olderThan = query.get("older_than") ?? "";
  return {
    action: AUDIT_ACTIONS.find((action) => action === query.get("action")) ?? null,
    accountId: text("account"),
    thingId: text("thing"),
    from: day("from"),
    to: day("to"),
    olderThan: /^\d{1,15}$/.test(olderThan) ? Number(olderThan) : null,
  };
}

function buildAddress(search: AuditSearch): string {
  const { action, accountId, thingId, from, to, olderThan } = search;
  const query = new URLSearchParams(
    Object.entries({
      action,
      account: accountId,
      thing: thingId,
      from,
      to,
      older_than: olderThan?.toString() ?? null,
    }).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  return query.size > 0 ? `${paths.staffRecords()}?${query}` : paths.staffRecords();
}

export type RecordsRefusal = {
  typed: RecordsView["filter"];
  errors: { account?: string; from?: string; to?: string };
};

export const recordsPage = definePage({
  address: "/staff/records",
  read: "readAudit",
  load: (args, { user, visitor }) => loadRecords(args.request, user, visitor.locale),
  commands: defineCommands<PageSubject>()({
    /**
     * Reads the filters and redirects to their address. They are posted, because an account is
     * searched for by its e-mail, and URLs end up in logs and histories.
     */
    search: {
      async run({ field }) {
        const typed = {
          action: field("action"),
          account: field("account").trim(),
          thing: field("thing").trim(),
          from: field("from").trim(),
          to: field("to").trim(),
        };
        const isUnstorable =
          controlCharacters.test(typed.account) || controlCharacters.test(typed.thing);
        if (isUnstorable) throw data(null, { status: 422 });
        const errors: RecordsRefusal["errors"] = {};
        for (const name of ["from", "to"] as const) {
          const read = readIsoDate(typed[name]);
          if (!read.ok && read.code !== "empty") errors[name] = m.records_date_wrong();
        }
        const account = typed.account.includes("@")
          ? await findUserByEmail(typed.account)
          : undefined;
        if (account === null) errors.account = m.people_none({ email: typed.account });
        if (Object.keys(errors).length > 0)
          return data<RecordsRefusal>({ typed, errors }, { status: 422 });
        const query = new URLSearchParams({ ...typed, account: account?.id ?? typed.account });
        throw redirect(hrefIn(buildAddress(readAddress(query))), 303);
      },
    },
  }),
});
