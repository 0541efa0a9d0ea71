import type { ListingMove } from "#domain/listing/listing-state.ts";
import { m } from "#messages/messages.js";
import { formatCad } from "#values/money.ts";
import type { Locale } from "#values/locale.ts";

/** What a seller is asked about before it is done, because others are told of it at once. */
export const ASKED_FIRST = ["accept-sold", "accept-reserved", "mark-sold"] as const;
export type AskedFirst = (typeof ASKED_FIRST)[number];

/** The move that each of them is about. */
export const ASKED_MOVES = {
  "accept-sold": "sell_to_bidder",
  "accept-reserved": "reserve",
  "mark-sold": "mark_sold",
} as const satisfies Record<AskedFirst, ListingMove>;

export function isAskedFirst(value: unknown): value is AskedFirst {
  return ASKED_FIRST.some((intent) => intent === value);
}

/** Where the seller came from, and goes back to. */
export type AskedFrom = "listing" | "manage";

export type SaleQuestion = {
  listingId: string;
  intent: AskedFirst;
  from: AskedFrom;
  /** "2021 Toyota RAV4 XLE" */
  car: string;
  askingCad: number;
  /** Whose bid is taken, or for whom the car is held; null for a buyer who never bid here. */
  bid: { id: string; bidderName: string; priceCad: number } | null;
  /** How many other bids a sale would close. */
  otherOpenBids: number;
};

/** What is asked, and what would come of it. */
export function questionWords(
  question: SaleQuestion,
  locale: Locale,
): { title: string; consequences: string[]; submit: string } {
  const { intent, car, bid, otherOpenBids, askingCad } = question;
  const name = bid?.bidderName ?? "";
  const price = bid ? formatCad(bid.priceCad, locale) : "";
  const asking = bid ? [m.bid_confirm_price({ price, asking: formatCad(askingCad, locale) })] : [];
  if (intent === "accept-reserved") {
    return {
      title: m.bid_confirm_reserve_title({ car, name }),
      consequences: [...asking, m.bid_confirm_reserve({ name }), m.bid_confirm_reserve_end()],
      submit: m.bid_accept_reserved(),
    };
  }
  const others =
    otherOpenBids === 0
      ? []
      : otherOpenBids === 1
        ? [m.bid_confirm_other_bid()]
        : [m.bid_confirm_other_bids({ count: otherOpenBids })];
  return {
    title: bid ? m.bid_confirm_sell_title({ car, name }) : m.bid_confirm_sold_title({ car }),
    consequences: [
      ...asking,
      ...(bid ? [m.bid_confirm_told({ name })] : []),
      m.bid_confirm_no_more_bids(),
      ...others,
      m.bid_confirm_undo(),
    ],
    submit: intent === "accept-sold" ? m.bid_accept_sold() : m.bid_mark_sold(),
  };
}
