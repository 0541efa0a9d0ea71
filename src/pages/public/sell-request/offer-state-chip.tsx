import { CircleCheck, CircleX, Clock, RotateCcw } from "lucide-react";
import type { OfferState } from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import { m } from "#messages/messages.js";

const VARIANTS = {
  open: { className: "chip chip--info", Icon: Clock, text: m.sale_state_open },
  accepted: { className: "chip chip--ok", Icon: CircleCheck, text: m.sale_state_accepted },
  declined: { className: "chip", Icon: CircleX, text: m.sale_state_declined },
  expired: { className: "chip", Icon: Clock, text: m.sale_state_expired },
  withdrawn: { className: "chip", Icon: RotateCcw, text: m.sale_state_withdrawn },
  replaced: { className: "chip", Icon: RotateCcw, text: m.sale_state_replaced },
  on_hold: { className: "chip", Icon: Clock, text: m.sale_state_on_hold },
  passed_over: { className: "chip", Icon: CircleX, text: m.sale_state_passed_over },
} as const satisfies Record<OfferState, object>;

/** The state of an offer, with the same text for both sides. */
export function OfferStateChip({ state }: { state: OfferState }) {
  const { className, Icon, text } = VARIANTS[state];
  return (
    <span className={className}>
      <Icon className="icon size-4" aria-hidden />
      {text()}
    </span>
  );
}
