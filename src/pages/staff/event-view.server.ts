import { isSaleChoice, type SaleChoice } from "#domain/sell-request/dealer-offer/purchase-offer.ts";
import { m } from "#messages/messages.js";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { eventWord } from "./message-view.server.ts";
import { purposeWord, statusWord } from "./inbox-words.ts";
import type { FoundLead } from "#domain/lead/lead-detail.server.ts";

/** One line of a lead's history. */
export type EventView = { id: string; title: string; note: string | null; meta: string };

type Event = FoundLead["events"][number];

export function viewEvent(event: Event, locale: Locale): EventView {
  const isNoteOfPerson = event.kind === "note" || event.kind === "status_changed";
  const at = formatDateTime(event.at, locale);
  return {
    id: event.id,
    title: titleOf(event, locale),
    note: isNoteOfPerson ? event.note : null,
    meta: event.byName ? m.staff_event_by({ at, name: event.byName }, { locale }) : at,
  };
}

const CHOSEN = {
  dealership_offers: m.staff_event_sale_choice_dealership_offers,
  own_listing: m.staff_event_sale_choice_own_listing,
  both: m.staff_event_sale_choice_both,
} as const satisfies Record<SaleChoice, unknown>;

/** The note of an event that nobody wrote by hand says which dealership or which message. */
function titleOf({ kind, note, fromStatus, toStatus }: Event, locale: Locale): string {
  const language = { locale };
  switch (kind) {
    case "received":
      return m.staff_event_received({}, language);
    case "phone_verified":
      return m.staff_event_phone_verified({}, language);
    case "routed":
      return m.staff_event_routed({ dealership: note ?? "" }, language);
    case "unrouted":
      return m.staff_event_unrouted({}, language);
    case "status_changed":
      return m.staff_event_status_changed(
        { from: statusWord(fromStatus ?? "", locale), to: statusWord(toStatus ?? "", locale) },
        language,
      );
    case "note":
      return m.staff_event_note({}, language);
    case "delivered":
      return m.staff_event_delivered({ channel: eventWord(note ?? "", locale) }, language);
    case "delivery_failed":
      return m.staff_event_delivery_failed({ channel: eventWord(note ?? "", locale) }, language);
    case "delivery_cancelled":
      return m.staff_event_delivery_cancelled({ channel: eventWord(note ?? "", locale) }, language);
    case "consent_withdrawn":
      return m.staff_event_consent_withdrawn(
        { purpose: purposeWord(note ?? "", locale) },
        language,
      );
    case "offer_made":
      return m.staff_event_offer_made({ amount: note ?? "" }, language);
    case "offer_withdrawn":
      return m.staff_event_offer_withdrawn({ amount: note ?? "" }, language);
    case "offer_accepted":
      return m.staff_event_offer_accepted({ offer: note ?? "" }, language);
    case "offer_declined":
      return m.staff_event_offer_declined({ offer: note ?? "" }, language);
    case "offer_reopened":
      return m.staff_event_offer_reopened({ offer: note ?? "" }, language);
    case "sale_choice":
      return isSaleChoice(note) ? CHOSEN[note]({}, language) : kind;
    default:
      return kind;
  }
}
