import { Form, useNavigation, useSearchParams } from "react-router";
import type { ReceivedBid } from "#domain/bid/bid-queries.server.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { Button } from "#ui/button.tsx";
import { formatDateTime, formatPhone } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { BidStateChip } from "./bid-state-chip.tsx";
import { type AnsweredBids, describeAnswered } from "./bid-words.ts";
import type { ReceivedBids as BidsOnListing } from "./listing.server.ts";
import { type AskedFirst, type SaleQuestion, SaleQuestionLink } from "./sale-question.tsx";

type ReceivedBidsProps = {
  listing: ListingDetails;
  bids: BidsOnListing;
  answered: AnsweredBids;
};

/** What the listing's own seller sees in place of a way to bid: the bids, and what to do with them. */
export function ReceivedBids(props: ReceivedBidsProps) {
  const { listing } = props;
  const { received: bids, moves, movesOfOne, saleUndoEnds } = props.bids;
  const [query] = useSearchParams();
  const answered = props.answered ?? describeAnswered(query.get("answered"));
  const held = bids.find(({ state }) => state === "accepted");
  const sold = isSold(listing);
  const ask = (intent: AskedFirst, bid: ReceivedBid | undefined): SaleQuestion => ({
    listingId: listing.id,
    intent,
    from: "listing",
    car: formatListingTitle(listing),
    askingCad: listing.priceCad,
    bid: bid ?? null,
    otherOpenBids: bids.filter(({ state, id }) => state === "open" && id !== bid?.id).length,
  });
  return (
    <section id="bids" className="received-bids" aria-labelledby="bids-title">
      <h2 id="bids-title" className="text-[28px]">
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
      {sold && <p className="notice notice--plain mt-4">{soldNote(held)}</p>}
      {!sold && listing.isReserved && held && (
        <p className="notice notice--warn mt-4">{m.bid_reserved_note({ name: held.bidderName })}</p>
      )}
      {bids.length === 0 && !sold && <p className="muted mt-4">{m.bid_received_none()}</p>}
      <ul className="bid-rows mt-5">
        {bids.map((bid) => (
          <BidRow key={bid.id} bid={bid} ask={ask} moves={movesOfOne} />
        ))}
      </ul>
      {moves.includes("reopen") && saleUndoEnds && (
        <div className="mt-5">
          <p className="small muted mb-3">
            {m.bid_reopen_until({ when: formatDateTime(saleUndoEnds, getLocale()) })}
          </p>
          <Answer intent="reopen" label={m.bid_reopen()} look="ghost" />
        </div>
      )}
      {!sold && (
        <div className="bid-row__answers mt-5">
          {moves.includes("mark_sold") && (
            <SaleQuestionLink
              question={ask("mark-sold", held)}
              label={held ? m.bid_mark_sold_to({ name: held.bidderName }) : m.bid_mark_sold()}
              look="dark"
              size="sm"
            />
          )}
          {moves.includes("release") && (
            <Answer intent="release" label={m.bid_release()} look="ghost" />
          )}
        </div>
      )}
    </section>
  );
}

function soldNote(held: ReceivedBid | undefined): string {
  if (!held) return m.bid_sold_note();
  const price = formatCad(held.priceCad, getLocale());
  return m.bid_sold_note_bid({ price, name: held.bidderName });
}

type BidRowProps = {
  bid: ReceivedBid;
  ask: (intent: AskedFirst, bid: ReceivedBid) => SaleQuestion;
  moves: BidsOnListing["movesOfOne"];
};

function BidRow({ bid, ask, moves }: BidRowProps) {
  const locale = getLocale();
  const isOpen = bid.state === "open";
  const canDecline =
    (isOpen && moves.includes("decline_bid")) ||
    (bid.state === "accepted" && moves.includes("decline_buyer"));
  return (
    <li className="card bid-row">
      <div className="flex-1 min-w-0">
        <p className="flex items-center flex-wrap gap-3">
          <b className="bid-row__price figures">{formatCad(bid.priceCad, locale)}</b>
          <BidStateChip state={bid.state} isForSeller />
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
      </div>
      {(isOpen || canDecline) && moves.length > 0 && (
        <div className="bid-row__answers">
          {isOpen && moves.includes("sell_to_bidder") && (
            <SaleQuestionLink
              question={ask("accept-sold", bid)}
              label={m.bid_accept_sold()}
              look="soft"
              size="sm"
            />
          )}
          {isOpen && moves.includes("reserve") && (
            <SaleQuestionLink
              question={ask("accept-reserved", bid)}
              label={m.bid_accept_reserved()}
              look="ghost"
              size="sm"
            />
          )}
          {canDecline && (
            <Answer intent="decline" bidId={bid.id} label={m.bid_decline()} look="ghost" />
          )}
        </div>
      )}
    </li>
  );
}

type AnswerProps = {
  intent: "decline" | "release" | "reopen";
  bidId?: string;
  label: string;
  look: "ghost";
};

function Answer({ intent, bidId, label, look }: AnswerProps) {
  const sending = useNavigation().formData;
  const isBusy = sending?.get("intent") === intent && sending.get("bidId") === (bidId ?? null);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {bidId && <input type="hidden" name="bidId" value={bidId} />}
      <Button type="submit" look={look} size="sm" busy={isBusy}>
        {label}
      </Button>
    </Form>
  );
}
