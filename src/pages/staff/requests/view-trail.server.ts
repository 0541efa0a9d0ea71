import { may } from "#domain/identity/permission.ts";
import { kindWord, statusWord } from "#domain/lead/lead-words.ts";
import { describeRetention, describeTrailKey } from "#domain/privacy-request/privacy-letter.ts";
import type {
  Contact,
  Trail,
  TrailCounts,
  TrailItem,
  TrailMatch,
} from "#domain/privacy-request/trail.ts";
import { m } from "#messages/messages.js";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { formatDate, formatNumber, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** One item of a person's trail, shown to staff before they do anything with it. */
export type TrailItemView = {
  key: string;
  title: string;
  detail: string;
  matched: string;
  counts: string;
  /** The path of its page; null if the viewer may open none. */
  href: string | null;
  /** Why it is retained, and until when. */
  note: string | null;
  /**
   * Ticked at first. An item found by the e-mail is theirs; a phone number may be shared by a
   * household.
   */
  isTicked: boolean;
};

export type TrailView = {
  contact: string;
  items: TrailItemView[];
  remains: string;
};

type Words = (inputs: object, options: { locale: Locale }) => string;

export function viewTrail(
  contact: Contact,
  { items, remains }: Trail,
  { locale, user }: { locale: Locale; user: SignedInUser },
): TrailView {
  const phone = contact.phone && formatPhone(contact.phone, locale);
  return {
    contact: [contact.email, phone].filter(Boolean).join(" · "),
    items: items.map((item) => ({
      key: item.key,
      title: describeTrailKey(item.key, locale),
      detail: describeItem(item, locale),
      matched: item.matchedBy.map((match) => MATCHES[match]({}, { locale })).join(", "),
      counts: describeCounts(item.counts, locale),
      href: findHref(item, user),
      note: describeNote(item, locale),
      isTicked: !item.matchedBy.includes("phone") || item.matchedBy.includes("email"),
    })),
    remains: describeCounts(remains, locale),
  };
}

const MATCHES: Record<TrailMatch, Words> = {
  email: m.privacy_trail_by_email,
  phone: m.privacy_trail_by_phone,
  account: m.privacy_trail_by_account,
};

function describeItem(item: TrailItem, locale: Locale): string {
  switch (item.kind) {
    case "lead": {
      const date = formatDate(item.receivedAt, locale);
      return [kindWord(item.leadKind, locale), date, statusWord(item.status, locale)].join(" · ");
    }
    case "account":
      return `${item.name} · ${item.email}`;
    case "subscription":
      return item.isSubscribed
        ? m.privacy_trail_subscribed({}, { locale })
        : m.privacy_trail_unsubscribed({}, { locale });
    case "co_applicant":
      return item.name;
    case "review":
      return `${item.author} · ${formatDate(item.writtenAt, locale)}`;
  }
}

function describeNote({ refusal, hold }: TrailItem, locale: Locale): string | null {
  if (refusal) return describeRetention(refusal, null, locale);
  return hold && describeRetention(hold.code, hold.until, locale);
}

function findHref(item: TrailItem, user: SignedInUser): string | null {
  switch (item.kind) {
    case "lead":
    case "co_applicant":
      return paths.lead(item.id);
    case "account":
      return may(user, "seePeople") ? `${paths.staffPeople()}?person=${item.id}` : null;
    case "subscription":
      return paths.staffNewsletter();
    case "review":
      return paths.staffReviews();
  }
}

/** By table name; tables without a text of their own are counted together. */
const COUNTED: ReadonlyMap<string, Words> = new Map<string, Words>([
  ["consent", m.privacy_count_consent],
  ["document", m.privacy_count_document],
  ["message", m.privacy_count_message],
  ["submission", m.privacy_count_submission],
  ["listing", m.privacy_count_listing],
  ["bid", m.privacy_count_bid],
  ["saved_listing", m.privacy_count_saved_listing],
  ["inquiry_message", m.privacy_count_inquiry_message],
  ["deal", m.privacy_count_deal],
  ["review", m.privacy_count_review],
  ["session", m.privacy_count_session],
  ["newsletter_by_email", m.privacy_count_newsletter],
  ["draft", m.privacy_count_draft],
  ["phone_verification", m.privacy_count_code],
  ["outbox_message", m.privacy_count_outbox],
]);

function describeCounts(counts: TrailCounts, locale: Locale): string {
  const named = Object.entries(counts).filter(([, number]) => number > 0);
  const others = named
    .filter(([table]) => !COUNTED.has(table))
    .reduce((sum, [, number]) => sum + number, 0);
  return [
    ...named.flatMap(([table, number]) => {
      const word = COUNTED.get(table)?.({}, { locale });
      return word ? [`${word}: ${formatNumber(number, locale)}`] : [];
    }),
    ...(others > 0
      ? [`${m.privacy_count_others({}, { locale })}: ${formatNumber(others, locale)}`]
      : []),
  ].join(" · ");
}
