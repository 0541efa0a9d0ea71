import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/offer-vin.page.ts";
import { VinOfferForm } from "./offer-form.tsx";
import { OfferPageFrame } from "./offer-page-frame.tsx";
import { openOffer } from "./offer.server.ts";
import { useVinOfferResult } from "./use-vin-offer-result.ts";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader({ context }: Route.LoaderArgs) {
  return { vin: openOffer(context).vin };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.sell_car_offer_vin_page_title(),
    description: m.sell_car_offer_vin_description(),
  });
}

export default function OfferVinPage({ loaderData }: Route.ComponentProps) {
  const onResponse = useVinOfferResult();
  return (
    <OfferPageFrame>
      <VinOfferForm view={loaderData.vin} onResponse={onResponse} />
    </OfferPageFrame>
  );
}
