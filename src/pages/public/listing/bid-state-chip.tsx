import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { BidState } from "#domain/bid/bid.ts";
import { describeBidState } from "./bid-words.ts";

const LOOKS = {
  open: { className: "chip chip--info", Icon: Clock },
  accepted: { className: "chip chip--ok", Icon: CircleCheck },
  declined: { className: "chip", Icon: CircleX },
  passed_over: { className: "chip", Icon: CircleX },
} as const satisfies Record<BidState, object>;

export function BidStateChip({
  state,
  isForSeller = false,
}: {
  state: BidState;
  isForSeller?: boolean;
}) {
  const { className, Icon } = LOOKS[state];
  return (
    <span className={className}>
      <Icon className="icon size-4" aria-hidden />
      {describeBidState(state, isForSeller)}
    </span>
  );
}
