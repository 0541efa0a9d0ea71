import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { type ListedContact, listContacts } from "#domain/contact/contacts.server.ts";
import { readSearch } from "#domain/inbox/inbox-filter.ts";
import { formatLeadName } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { definePage } from "#pages/command/define-page.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { formatNumber, formatPhone, formatTimeAgo } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";

const MAX_SEARCH_LENGTH = 100;

export const contactsPage = definePage({
  address: "/staff/contacts",
  read: "seeLeads",
  async load({ request }, { user, visitor: { locale } }) {
    const query = new URL(request.url).searchParams;
    const search = (query.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH);
    const after = query.get("after");
    await recordAct({ by: toActor(user), action: "contact_list_viewed" });
    const page = after !== null && isUuid(after) ? after : null;
    const { contacts, hasOlder } = await listContacts(readSearch(search), page);
    const last = contacts.at(-1);
    return {
      search,
      rows: contacts.map((contact) => viewContactRow(contact, locale)),
      olderHref: hasOlder && last ? listHref(search, last.id) : null,
      newestHref: page ? listHref(search, null) : null,
    };
  },
});

function listHref(search: string, after: string | null): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(after && { after }) });
  return query.size > 0 ? `${paths.staffContacts()}?${query}` : paths.staffContacts();
}

function viewContactRow(contact: ListedContact, locale: Locale) {
  const { id, email, phone, activeAt } = contact;
  const name = formatLeadName(contact, locale);
  const reached = [email, phone && formatPhone(phone, locale)].filter((each) => each !== name);
  return {
    id,
    name,
    reached: reached.filter(Boolean).join(" · "),
    requests: countRequests(contact.leads, locale),
    last: m.contact_last({ ago: formatTimeAgo(activeAt, now(), locale) }, { locale }),
  };
}

export function countRequests(count: number, locale: Locale): string {
  return count === 1
    ? m.contact_requests_one({}, { locale })
    : m.contact_requests({ count: formatNumber(count, locale) }, { locale });
}
