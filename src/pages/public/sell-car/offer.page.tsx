import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/offer.page.ts";
import { VehicleOfferForm } from "./offer-form.tsx";
import { OfferNotLoaded } from "./offer-not-loaded.tsx";
import { OfferPageFrame } from "./offer-page-frame.tsx";
import { openOffer } from "./offer.server.ts";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader({ context }: Route.LoaderArgs) {
  return openOffer(context);
}

/** The dialog loads its forms here, over any page: a network failure must not replace that page. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch((error: unknown) => {
    if (error instanceof TypeError) return null;
    throw error;
  });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.sell_car_offer_page_title(),
    description: m.sell_car_offer_description(),
  });
}

export default function OfferPage({ loaderData }: Route.ComponentProps) {
  return (
    <OfferPageFrame>
      {loaderData ? <VehicleOfferForm view={loaderData.vehicle} /> : <OfferNotLoaded />}
    </OfferPageFrame>
  );
}
