import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import type { LeadClock } from "./lead-clock.server.ts";

export const CLOCK_CHIPS = {
  none: "",
  due: "chip--info",
  soon: "chip--warn",
  overdue: "chip--bad",
  met: "chip--ok",
  late: "chip--warn",
} as const satisfies Record<LeadClock["state"], string>;

/** By when the sender is to be contacted, or when they were. */
export function LeadClockLine({ clock }: { clock: LeadClock | null }) {
  if (!clock) return null;
  const { state, text, promise } = clock;
  const Icon = state === "met" ? CircleCheck : state === "overdue" ? CircleAlert : Clock;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-4 sm:px-6">
      <span className={`chip ${CLOCK_CHIPS[state]} whitespace-normal figures`}>
        <Icon className="icon size-4 shrink-0" aria-hidden />
        {text}
      </span>
      {promise && <span className="small muted figures">{promise}</span>}
    </p>
  );
}
