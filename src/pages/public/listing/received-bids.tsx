import { useSearchParams } from "react-router";
import type { ReceivedBid } from "#domain/bid/bid-queries.server.ts";
import { type BidMove, awaitsBidder, findAgreedPrice } from "#domain/bid/bid-state.ts";
import { findCounterRule } from "#domain/bid/bid.ts";
import { isSold, type ListingState } from "#domain/listing/listing-state.ts";
import type { ListingName } from "#domain/listing/listing.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { useIsPressed } from "#pages/command/command-form.tsx";
import { fieldsOf } from "#pages/command/press.ts";
import { DealLink } from "#pages/public/listing/deal-link.tsx";
import { CounterForm } from "#ui/counter-form.tsx";
import { formatDateTime, formatPhone } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { ReceivedBidPress } from "./bid-commands.server.ts";
import { BidCommandButton } from "./bid-command-button.tsx";
import { BidStateChip } from "./bid-state-chip.tsx";
import { type BidCommandResult, describeBidCommandResult } from "./bid-words.ts";
import type { BidsOnListing } from "./bids-on-listing.server.ts";
import type { MoveToConfirm } from "./confirm-sale.server.ts";
import {
  type ConfirmationOrigin,
  type SaleConfirmation,
  SaleConfirmationLink,
} from "./sale-confirmation.tsx";

type ReceivedBidsProps = {
  listing: ListingName & { id: string; priceCad: number; state: ListingState; isReserved: boolean };
  bids: BidsOnListing;
  bidResult: BidCommandResult | null;
  /** The page that shows them and handles the commands. */
  from: ConfirmationOrigin;
};

/**
 * The bids on a seller's own car with their commands, on the car's page and in the seller's
 * listings.
 */
export function ReceivedBids(props: ReceivedBidsProps) {
  const { listing } = props;
  const { received: bids, moves, saleUndoEnds } = props.bids;
  const [query] = useSearchParams();
  const answered = describeBidCommandResult(
    props.bidResult?.code ?? query.get("answered"),
    "seller",
  );
  const reserved = bids.find(({ state }) => state === "accepted");
  const sold = isSold(listing);
  const ask = (press: MoveToConfirm, bid: ReceivedBid | undefined): SaleConfirmation => ({
    listingId: listing.id,
    press,
    from: props.from,
    car: formatCarName(listing),
    askingCad: listing.priceCad,
    bid: bid ?? null,
    otherOpenBids: bids.filter(({ state, id }) => state === "open" && id !== bid?.id).length,
  });
  return (
    <section id="bids" className="received-bids" aria-labelledby="bids-title">
      <h2 id="bids-title" className="text-page-title">
        {m.bid_received_title()}
      </h2>
      {answered && (
        <p
          className={answered.ok ? "notice notice--ok mt-4" : "notice notice--bad mt-4"}
          role="status"
        >
          {answered.message}
        </p>
      )}
      {sold && <p className="notice notice--plain mt-4">{soldNote(reserved)}</p>}
      {!sold && listing.isReserved && reserved && (
        <p className="notice notice--warn mt-4">
          {m.bid_reserved_note({ name: reserved.bidderName })}
        </p>
      )}
      {bids.length === 0 && !sold && <p className="muted mt-4">{m.bid_received_none()}</p>}
      <ul className="bid-rows mt-5">
        {bids.map((bid) => (
          <BidRow key={bid.id} bid={bid} ask={ask} bidResult={props.bidResult} />
        ))}
      </ul>
      {props.from === "listing" && moves.includes("reopen") && saleUndoEnds && (
        <div className="mt-5">
          <p className="small muted mb-3">
            {m.bid_reopen_until({ when: formatDateTime(saleUndoEnds, getLocale()) })}
          </p>
          <BidCommandButton press="reopen" variant="ghost" size="sm">
            {m.bid_reopen()}
          </BidCommandButton>
        </div>
      )}
      {!sold && (
        <div className="bid-row__answers mt-5">
          {props.from === "listing" && moves.includes("mark_sold") && (
            <SaleConfirmationLink
              confirmation={ask("mark-sold", reserved)}
              label={
                reserved ? m.bid_mark_sold_to({ name: reserved.bidderName }) : m.bid_mark_sold()
              }
              variant="dark"
              size="sm"
            />
          )}
          {moves.includes("release") && (
            <BidCommandButton press="release" variant="ghost" size="sm">
              {m.bid_release()}
            </BidCommandButton>
          )}
        </div>
      )}
    </section>
  );
}

function soldNote(reserved: ReceivedBid | undefined): string {
  if (!reserved) return m.bid_sold_note();
  const price = formatCad(findAgreedPrice(reserved), getLocale());
  return m.bid_sold_note_bid({ price, name: reserved.bidderName });
}

type BidRowProps = {
  bid: ReceivedBid & { moves: BidMove[] };
  ask: (press: MoveToConfirm, bid: ReceivedBid) => SaleConfirmation;
  bidResult: BidCommandResult | null;
};

function BidRow({ bid, ask, bidResult }: BidRowProps) {
  const locale = getLocale();
  const { moves } = bid;
  const canDecline = moves.includes("decline") || moves.includes("decline_buyer");
  const agreedCad = findAgreedPrice(bid);
  return (
    <li className="card bid-row">
      <div className="bid-row__offer">
        <p className="flex items-center flex-wrap gap-3">
          <b className="bid-row__price figures">{formatCad(agreedCad, locale)}</b>
          <BidStateChip bid={bid} isForSeller />
        </p>
        <p className="mt-1">
          <b>{bid.bidderName}</b>{" "}
          <span className="small muted">{formatDateTime(bid.placedAt, locale)}</span>
        </p>
        <p className="small">
          <a href={`tel:${bid.phone}`} className="figures">
            {formatPhone(bid.phone, locale)}
          </a>{" "}
          · <a href={`mailto:${bid.bidderEmail}`}>{bid.bidderEmail}</a>
        </p>
        {bid.message && <p className="small mt-2 whitespace-pre-line">{bid.message}</p>}
        {bid.counterCad !== null && <p className="small mt-2">{describeCounter(bid)}</p>}
        <DealLink reference={bid.dealReference} />
        {moves.includes("counter") && <CounterBid bid={bid} bidResult={bidResult} />}
      </div>
      {moves.some((move) => move !== "counter") && (
        <div className="bid-row__answers">
          {moves.includes("sell") && (
            <SaleConfirmationLink
              confirmation={ask("accept-sold", bid)}
              label={m.bid_accept_sold()}
              variant="soft"
              size="sm"
            />
          )}
          {moves.includes("reserve") && (
            <SaleConfirmationLink
              confirmation={ask("accept-reserved", bid)}
              label={m.bid_accept_reserved()}
              variant="ghost"
              size="sm"
            />
          )}
          {moves.includes("withdraw_counter") && (
            <BidCommandButton press="withdraw-counter" bidId={bid.id} variant="ghost" size="sm">
              {m.bid_counter_withdraw()}
            </BidCommandButton>
          )}
          {canDecline && (
            <BidCommandButton press="decline" bidId={bid.id} variant="ghost" size="sm">
              {m.bid_decline()}
            </BidCommandButton>
          )}
        </div>
      )}
    </li>
  );
}

function describeCounter(bid: ReceivedBid): string {
  const locale = getLocale();
  const counter = formatCad(bid.counterCad ?? 0, locale);
  if (awaitsBidder(bid)) return m.bid_counter_sent({ counter, name: bid.bidderName });
  const price = formatCad(bid.priceCad, locale);
  if (bid.counterAnswer === "accepted") return m.bid_counter_taken({ counter, price });
  if (bid.counterAnswer === "withdrawn") return m.bid_counter_withdrawn({ counter });
  if (bid.counterAnswer === "declined")
    return m.bid_counter_refused({ counter, name: bid.bidderName });
  return m.bid_counter_lapsed({ counter });
}

/** The form of a counter-offer, one per bid; open if a typed price must be corrected. */
function CounterBid({ bid, bidResult }: Pick<BidRowProps, "bid" | "bidResult">) {
  const locale = getLocale();
  const refused = bidResult?.refusedPrice?.bidId === bid.id ? bidResult.refusedPrice : null;
  const isBusy = useIsPressed<ReceivedBidPress>("counter", { bidId: bid.id });
  const rule = findCounterRule(bid);
  const limits = { minimum: formatCad(rule.min, locale), step: formatCad(rule.step, locale) };
  return (
    <CounterForm
      id={`counter-${bid.id}`}
      summary={m.bid_counter()}
      hidden={fieldsOf<ReceivedBidPress>("counter", { bidId: bid.id })}
      label={m.bid_counter_price()}
      hint={m.bid_price_hint(limits)}
      limits={rule}
      refused={refused && { typed: refused.typed, error: m.bid_counter_price_wrong(limits) }}
      note={m.bid_counter_hint({ name: bid.bidderName })}
      submit={m.bid_counter_send()}
      isBusy={isBusy}
    />
  );
}
