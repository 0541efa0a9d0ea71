import type { ReactNode } from "react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { NavLink } from "#ui/link.tsx";

/** The offer form as a page of its own: its two tabs are two addresses. */
export function OfferPageFrame({ children }: { children: ReactNode }) {
  return (
    <div className="step-page">
      <div className="page-width">
        <div className="step-layout step-layout--one">
          <div>
            <h1 className="mb-6 text-[clamp(1.75rem,3.4vw,2.75rem)]">{m.sell_car_offer_title()}</h1>
            <div className="card p-6">
              <nav className="segments segments--full mb-5" aria-label={m.sell_car_offer_tabs()}>
                <Tab to={paths.offerRequest()}>{m.sell_car_offer_vehicle()}</Tab>
                <Tab to={paths.vinOfferRequest()}>{m.sell_car_offer_vin()}</Tab>
              </nav>
              {children}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

function Tab({ to, children }: { to: string; children: string }) {
  return (
    <NavLink to={to} end>
      {children}
    </NavLink>
  );
}
