import { CircleAlert, CircleCheck } from "lucide-react";
import { m } from "#messages/messages.js";
import type { OnBehalf } from "./on-behalf.server.ts";

/** Whether staff have recently proved their second factor, which a price change requires. */
export function FactorState({ isFactorFresh, confirmHref }: OnBehalf) {
  const Icon = isFactorFresh ? CircleCheck : CircleAlert;
  return (
    <>
      <p className="small mb-3">{m.staff_change_price_note()}</p>
      <p className={`notice mb-5 ${isFactorFresh ? "notice--ok" : "notice--plain"}`}>
        <Icon className="icon" aria-hidden />
        <span>
          {isFactorFresh ? m.staff_change_factor_fresh() : m.staff_change_factor_stale()}{" "}
          {!isFactorFresh && (
            // In a tab of its own: what was typed here stays.
            <a href={confirmHref} target="_blank" rel="noreferrer">
              {m.staff_change_factor_confirm()}
            </a>
          )}
        </span>
      </p>
    </>
  );
}

/** Tells staff that the listing belongs to another person, who is notified of each change. */
export function OnBehalfNote() {
  return (
    <p className="notice notice--plain mb-6">
      <CircleAlert className="icon" aria-hidden />
      <span>
        <b>{m.staff_change_on_behalf_title()}</b> {m.staff_change_on_behalf()}
      </span>
    </p>
  );
}
