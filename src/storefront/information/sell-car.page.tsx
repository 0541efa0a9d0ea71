import type { Route } from "./+types/sell-car.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { CallBackSection } from "#storefront/call-back/call-back-section.tsx";
import { offeredCarIn } from "#storefront/sell-car/offer-echo.server.ts";
import { OfferEcho } from "#storefront/sell-car/offer-echo.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { PageHead } from "./page-head.tsx";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_sell_title(),
    description: m.information_sell_description(),
  });
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return { offered: await offeredCarIn(request, context) };
}

/** Says plainly what is open today; the seven-step wizard takes this address when it is built. */
export default function SellCarPage({ loaderData }: Route.ComponentProps) {
  const { offered } = loaderData;
  return (
    <div className="pg wrap">
      <div className="faq-cb">
        <PageHead title={m.information_sell_title()} lead={m.information_sell_lead()}>
          <Link className="btn lg mt-7" to={paths.offerRequest()}>
            {m.information_sell_button()}
          </Link>
        </PageHead>
        {offered ? (
          <OfferEcho offered={offered} />
        ) : (
          <CallBackSection subject={m.information_sell_title()} />
        )}
      </div>
    </div>
  );
}
