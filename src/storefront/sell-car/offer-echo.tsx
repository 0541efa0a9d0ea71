import { CircleCheck } from "lucide-react";
import { m } from "#messages/messages.js";
import { CallBackSection } from "#storefront/call-back/call-back-section.tsx";
import type { OfferedCar } from "./offer-echo.server.ts";

/** After the offer form: what we know of the car, and how the person can be reached about it. */
export function OfferEcho({ offered }: { offered: OfferedCar }) {
  const { car, city, province, reference } = offered;
  return (
    <div className="grid gap-6">
      <div className="note" role="status">
        <CircleCheck className="ic" aria-hidden />
        <div>
          <p className="font-[640]">{m.sell_car_echo_title({ car })}</p>
          <p className="muted">{m.sell_car_echo_place({ city, province })}</p>
          {reference && <p className="mt-2">{m.sell_car_echo_stored({ reference })}</p>}
          <p className="mt-2">{m.sell_car_echo_text()}</p>
        </div>
      </div>
      <CallBackSection subject={m.call_back_subject_offer({ car })} />
    </div>
  );
}
