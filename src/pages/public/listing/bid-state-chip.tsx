import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { BidStanding, BidState } from "#domain/bid/bid-state.ts";
import { describeBidState } from "./bid-words.ts";

const LOOKS = {
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
}: {
  bid: BidStanding;
  isForSeller?: boolean;
}) {
  const { className, Icon } = LOOKS[bid.state];
  return (
    <span className={className}>
      <Icon className="icon size-4" aria-hidden />
      {describeBidState(bid, isForSeller)}
    </span>
  );
}
