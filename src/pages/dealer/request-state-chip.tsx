import { m } from "#messages/messages.js";
import type { DealerRequestState } from "#domain/sell-request/dealer-requests.server.ts";

const VARIANTS = {
  waiting: { className: "chip chip--info", text: m.dealer_state_waiting },
  offered: { className: "chip chip--warn", text: m.dealer_state_offered },
  countered: { className: "chip chip--info", text: m.dealer_state_countered },
  accepted: { className: "chip chip--ok", text: m.dealer_state_accepted },
  declined: { className: "chip", text: m.dealer_state_declined },
  expired: { className: "chip", text: m.dealer_state_expired },
  sold_elsewhere: { className: "chip", text: m.dealer_state_sold_elsewhere },
  passed: { className: "chip", text: m.dealer_state_passed },
  not_wanted: { className: "chip", text: m.dealer_state_not_wanted },
} as const satisfies Record<DealerRequestState, object>;

export function RequestStateChip({ state }: { state: DealerRequestState }) {
  const { className, text } = VARIANTS[state];
  return <span className={className}>{text()}</span>;
}
