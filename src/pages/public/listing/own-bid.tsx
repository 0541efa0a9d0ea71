import { Handshake } from "lucide-react";
import type { ReactNode } from "react";
import type { CurrentBid } from "#domain/bid/bid-queries.server.ts";
import { awaitsBidder, type BidMove } from "#domain/bid/bid-state.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { DealLink } from "#pages/public/listing/deal-link.tsx";
import { formatCad } from "#values/money.ts";
import { BidCommandButton } from "./bid-command-button.tsx";
import { BidStateChip } from "./bid-state-chip.tsx";
import { type BidCommandResult, describeOwnPrice } from "./bid-words.ts";
import { OwnBidMessage } from "./own-bid-message.tsx";

/** A person's bid on a car, with the possible moves. */
export type BidOnCar = CurrentBid & { moves: readonly BidMove[] };

/** "Your bid: $28,500 · Change · Withdraw", and the answer to a counter-offer. */
export function OwnBid({
  bid,
  change,
  result,
  isOnHold = false,
}: {
  bid: BidOnCar;
  /** The button to change the price, while the car accepts bids. */
  change: ReactNode;
  result: BidCommandResult | null;
  isOnHold?: boolean;
}) {
  return (
    <section id="your-bid" className="own-bid" aria-label={m.bid_yours_title()}>
      <div className="own-bid__line">
        <b className="figures">{describeOwnPrice(bid, getLocale())}</b>
        {change && <> · {change}</>}
        {bid.moves.includes("withdraw") && (
          <>
            {" · "}
            <BidCommandButton press="withdraw" bidId={bid.id} variant="link">
              {m.bid_withdraw()}
            </BidCommandButton>
          </>
        )}
      </div>
      <BidStateChip bid={bid} isOnHold={isOnHold} />
      <CounterAnswer bid={bid} />
      {bid.state === "accepted" && <p className="small">{m.bid_yours_accepted()}</p>}
      <DealLink reference={bid.dealReference} />
      <OwnBidMessage result={result} />
    </section>
  );
}

/** A counter-offer, to accept or decline; nothing if there is none to answer. */
export function CounterAnswer({
  bid,
}: {
  bid: Pick<BidOnCar, "id" | "state" | "priceCad" | "counterCad" | "counterAnswer" | "moves">;
}) {
  if (bid.counterCad === null) return null;
  const counter = formatCad(bid.counterCad, getLocale());
  if (!awaitsBidder(bid)) {
    if (bid.counterAnswer === "withdrawn")
      return <p className="small muted">{m.bid_counter_taken_back({ counter })}</p>;
    const isDeclined = bid.counterAnswer === "declined" && bid.state === "open";
    return isDeclined ? <p className="small muted">{m.bid_counter_was({ counter })}</p> : null;
  }
  return (
    <div className="own-bid__counter">
      <p>
        <Handshake className="icon" aria-hidden />
        <b>{m.bid_counter_offer({ counter })}</b>
      </p>
      <p className="small">{m.bid_counter_next()}</p>
      <div className="own-bid__answers">
        {bid.moves.includes("accept_counter") && (
          <BidCommandButton press="accept-counter" bidId={bid.id} variant="primary">
            {m.bid_counter_accept({ counter })}
          </BidCommandButton>
        )}
        {bid.moves.includes("decline_counter") && (
          <BidCommandButton press="decline-counter" bidId={bid.id} variant="ghost">
            {m.bid_decline()}
          </BidCommandButton>
        )}
      </div>
    </div>
  );
}
