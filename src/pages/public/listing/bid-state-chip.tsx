import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { BidSnapshot, BidState } from "#domain/bid/bid-state.ts";
import { m } from "#messages/messages.js";
import { describeBidState } from "./bid-words.ts";

const VARIANTS = {
  open: { className: "chip chip--info", Icon: Clock },
  accepted: { className: "chip chip--ok", Icon: CircleCheck },
  declined: { className: "chip", Icon: CircleX },
  passed_over: { className: "chip", Icon: CircleX },
  replaced: { className: "chip", Icon: CircleX },
  withdrawn: { className: "chip", Icon: CircleX },
} as const satisfies Record<BidState, object>;

export function BidStateChip({
  bid,
  isForSeller = false,
  isOnHold = false,
}: {
  bid: BidSnapshot;
  isForSeller?: boolean;
  /** For its bidder: the car is reserved for another person. */
  isOnHold?: boolean;
}) {
  const { className, Icon } = VARIANTS[bid.state];
  return (
    <span className={className}>
      <Icon className="icon size-4" aria-hidden />
      {isOnHold && bid.state === "open"
        ? m.bid_state_on_hold()
        : describeBidState(bid, isForSeller)}
    </span>
  );
}
