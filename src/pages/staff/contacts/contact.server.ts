import { data, redirect } from "react-router";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { listOwnBids } from "#domain/bid/bid-queries.server.ts";
import { listSellerListings } from "#domain/bid/seller-listings.server.ts";
import type { DuplicateReason } from "#domain/contact/contact.ts";
import {
  findContact,
  type FoundContact,
  listContactNames,
  listContactViews,
} from "#domain/contact/contacts.server.ts";
import { findSurvivor, listDuplicates, listMerges } from "#domain/contact/duplicates.server.ts";
import { separateContacts } from "#domain/contact/merge-contacts.server.ts";
import { may } from "#domain/identity/permission.ts";
import type { LeadStatus } from "#domain/lead/lead.ts";
import {
  channelWord,
  formatLeadName,
  formatLocation,
  kindWord,
  languageWord,
  purposeWord,
  statusWord,
} from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { findDisplayState, STATE_WORDS } from "#pages/account/my-listings/listing-state-chip.tsx";
import { describeBidState } from "#pages/public/listing/bid-words.ts";
import type { Member, PageArgs } from "#pages/session/guards.server.ts";
import { nameEvent } from "#pages/staff/message-view.server.ts";
import { describeActor } from "#pages/staff/records.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatCarName } from "#values/car-name.ts";
import { formatDate, formatDateTime, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { initials } from "#values/person-name.ts";

type Args = PageArgs & { params: { id: string } };

/** Everything of a person, on record that it was read; a merged contact leads to its survivor. */
export async function openContact(id: string, { user, visitor }: Member): Promise<FoundContact> {
  const found = await findContact(id);
  if (found) {
    const on = { kind: "contact", id: found.id } as const;
    await recordAct({ by: toActor(user), action: "contact_viewed", on });
    return found;
  }
  const survivor = await findSurvivor(id);
  if (!survivor) throw data({ code: "no_such_contact" }, { status: 404 });
  throw redirect(hrefIn(paths.staffContact(survivor), visitor.locale), 303);
}

type Subject = PageSubject<string>;

const commands = defineCommands<Subject>()({
  separate: {
    may: "workLeads",
    async run({ field }, { by, of: id }) {
      const separated = await separateContacts(field("merge"), by);
      if (separated.ok)
        throw redirect(
          `${hrefIn(paths.staffContact(id))}?done=separated&other=${separated.mergedId}`,
          303,
        );
      return refuseMerge(separated.code);
    },
  },
});

/** Why nothing was merged or separated. */
export function refuseMerge(code: "not_found" | "merged_already" | "merged_further") {
  return data({ refused: REFUSALS[code]() }, { status: 409 });
}

const REFUSALS = {
  not_found: m.contact_refused_not_found,
  merged_already: m.contact_refused_merged_already,
  merged_further: m.contact_refused_merged_further,
};

export const contactPage = definePage({
  address: "/staff/contacts/:id",
  read: "seeLeads",
  commands,
  find: ({ params }: Args) => params.id,
  async load({ params }: Args, member) {
    const { user, visitor } = member;
    const { locale } = visitor;
    const found = await openContact(params.id, member);
    return {
      id: found.id,
      alike: await loadAlike(found.id, locale),
      merges: (await listMerges(found.id)).map(({ id, at, byName, references }) => {
        const time = formatDateTime(at, locale);
        return {
          id,
          references: references.join(", "),
          text: byName
            ? m.contact_merge_by({ time, name: byName }, { locale })
            : m.contact_merge_at({ time }, { locale }),
        };
      }),
      contact: viewContact(found, locale),
      views: viewViews(await listContactViews(found), locale),
      accounts: found.accounts.map(({ id, name, email }) => ({
        text: [name, email].filter(Boolean).join(" · "),
        href: may(user, "seePeople") ? `${paths.staffPeople()}?person=${id}` : null,
      })),
      ...(await loadMarket(found, locale)),
    };
  },
});

/** A line of one of the page's lists. */
export type ContactEntry = {
  key: string;
  title: string;
  href: string | null;
  text: string;
  /** The stage of a lead; its word is the state. */
  status?: LeadStatus;
  state?: string;
  /** The lead that it belongs to. */
  reference?: string | null;
  withdrawn?: string | null;
};

export type ContactView = Awaited<ReturnType<typeof contactPage.load>>;

/** Who may be the same person. */
async function loadAlike(id: string, locale: Locale) {
  const found = await listDuplicates(id);
  const names = await listContactNames(found.map((each) => each.id));
  return found.flatMap(({ id: otherId, reasons }) => {
    const other = names.get(otherId);
    if (!other) return [];
    return [
      {
        name: formatLeadName(other, locale),
        href: paths.staffContactPair(id, otherId),
        reasons: nameReasons(reasons, locale),
      },
    ];
  });
}

export function nameReasons(reasons: readonly DuplicateReason[], locale: Locale): string {
  return reasons.map((reason) => REASONS[reason]({}, { locale })).join(", ");
}

const REASONS = {
  email: m.contact_alike_email,
  phone: m.contact_alike_phone,
  name: m.contact_alike_name,
} as const satisfies Record<DuplicateReason, unknown>;

/** What the person's accounts bid on and sell. */
async function loadMarket(
  { accounts }: FoundContact,
  locale: Locale,
): Promise<Record<"bids" | "listings", ContactEntry[]>> {
  const [bids, listings] = await Promise.all([
    Promise.all(accounts.map(({ id }) => listOwnBids(id))),
    Promise.all(accounts.map(({ id }) => listSellerListings({ id }))),
  ]);
  return {
    bids: bids.flat().map((bid) => ({
      key: bid.id,
      title: formatCarName(bid.listing, locale),
      href: bid.hasPage ? paths.listing(bid.listing.id) : null,
      text: m.contact_bid_placed(
        { price: formatCad(bid.priceCad, locale), date: formatDate(bid.placedAt, locale) },
        { locale },
      ),
      state: describeBidState(bid, false),
    })),
    listings: listings.flat().map(({ id, state, isReserved, priceCad, ...car }) => ({
      key: id,
      title: formatCarName(car, locale),
      href: paths.listing(id),
      text: formatCad(priceCad, locale),
      state: STATE_WORDS[findDisplayState({ state, isReserved })](),
    })),
  };
}

export function viewContact(found: FoundContact, locale: Locale) {
  const { leads } = found;
  const names = [...new Set(leads.map((lead) => formatLeadName(lead, locale)))];
  const [name = "", ...otherNames] = names;
  const unique = (values: readonly (string | null)[]) => [
    ...new Set(values.flatMap((each) => each ?? [])),
  ];
  return {
    name,
    initials: initials(name) || "?",
    otherNames: otherNames.join(", "),
    emails: unique(leads.map(({ email }) => email?.toLowerCase() ?? null)).map((address) => ({
      address,
      isConfirmed: leads.some(
        ({ email, emailConfirmedAt }) => email?.toLowerCase() === address && emailConfirmedAt,
      ),
    })),
    phones: unique(leads.map(({ phone }) => phone)).map((number) => ({
      number,
      text: formatPhone(number, locale),
      isVerified: leads.some(
        ({ phone, phoneVerifiedAt }) => phone === number && phoneVerifiedAt !== null,
      ),
    })),
    facts: [
      ...unique(leads.map(formatLocation)),
      ...unique(leads.map((lead) => languageWord(lead.locale, locale))),
    ].join(" · "),
    ...viewLists(found, locale),
  };
}

function viewLists(
  { leads, messages, consents }: FoundContact,
  locale: Locale,
): Record<"leads" | "messages" | "consents", ContactEntry[]> {
  return {
    leads: leads.map((lead) => ({
      key: lead.reference,
      title: kindWord(lead.kind, locale),
      href: paths.lead(lead.reference),
      status: lead.status,
      state: statusWord(lead.status, locale),
      text: [
        formatDateTime(lead.receivedAt, locale),
        lead.dealershipName,
        lead.ownerName && m.contact_request_owner({ name: lead.ownerName }, { locale }),
        lead.reference,
      ]
        .filter(Boolean)
        .join(" · "),
    })),
    messages: messages.map(({ id, event, recipient, createdAt, reference }) => ({
      key: id,
      title: nameEvent(event, locale),
      href: null,
      text: `${recipient} · ${formatDateTime(createdAt, locale)}`,
      reference,
    })),
    consents: consents.map(({ id, purpose, channel, givenAt, withdrawnAt, reference }) => ({
      key: id,
      title: purposeWord(purpose, locale),
      href: null,
      text: m.contact_consent_given(
        { time: formatDateTime(givenAt, locale), channel: channelWord(channel, locale) },
        { locale },
      ),
      withdrawn:
        withdrawnAt &&
        m.staff_consent_withdrawn({ time: formatDateTime(withdrawnAt, locale) }, { locale }),
      reference,
    })),
  };
}

function viewViews(
  views: Awaited<ReturnType<typeof listContactViews>>,
  locale: Locale,
): ContactEntry[] {
  return views.map(({ position, at, by, byName, reference }) => ({
    key: String(position),
    title: [byName, describeActor(by, locale)].filter(Boolean).join(", "),
    href: null,
    text: formatDateTime(at, locale),
    ...(reference === null ? { state: m.contact_view_page({}, { locale }) } : { reference }),
  }));
}
