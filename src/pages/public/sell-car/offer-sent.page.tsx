import { data } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { sentFacts } from "#pages/public/form-journey/sent.server.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/offer-sent.page.ts";
import { vinOfferForm } from "#domain/sell-request/offer-request.form.ts";

export async function loader({ params }: Route.LoaderArgs) {
  const facts = await sentFacts(params.reference, [vinOfferForm.name]);
  if (!facts) throw data(null, { status: 404 });
  return facts;
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.sell_car_offer_success(), isPrivate: true });
}

export default function OfferSentPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.sell_car_offer_success()}</h1>
        <p>{m.sell_car_offer_sent_lead()}</p>
      </div>
      <SentDetails
        facts={loaderData}
        nextSteps={[m.sell_car_offer_sent_next_read(), m.sell_car_offer_sent_next_contact()]}
      />
      <p className="mt-8 print:hidden">
        <Link className="button" to={paths.callBack()}>
          {m.sell_car_offer_call_back()}
        </Link>
      </p>
    </div>
  );
}
