import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/offer-vin.page.ts";
import { OfferForm } from "./offer-form.tsx";
import { OfferPageFrame } from "./offer-page-frame.tsx";
import { openOffer } from "./offer.server.ts";
import { useOfferAnswers } from "./use-offer-answers.ts";

export function loader({ context }: Route.LoaderArgs) {
  return { vin: openOffer(context).vin };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: `${m.sell_car_offer_vin()} – ${m.sell_car_offer_title()}`,
    description: m.sell_car_offer_description(),
  });
}

export default function OfferVinPage({ loaderData }: Route.ComponentProps) {
  const answers = useOfferAnswers();
  return (
    <OfferPageFrame>
      <OfferForm view={loaderData.vin} onAnswer={answers.vin} />
    </OfferPageFrame>
  );
}
