import { data, useNavigation } from "react-router";
import { vinOfferForm } from "#domain/sell-request/offer-request.form.ts";
import { findVinOffer, hasGivenContact } from "#domain/sell-request/vin-offer.server.ts";
import { m } from "#messages/messages.js";
import { SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { isFreshlySent, sentFacts } from "#pages/public/form-journey/sent-facts.server.ts";
import { RequestRights } from "#pages/public/form-journey/request-rights.tsx";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/offer-sent.page.ts";
import { handleOfferSent } from "./offer-sent.server.ts";
import { describeContactStep } from "./offer-sent-words.ts";
import { VinOfferResult } from "./vin-offer-result.tsx";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const { reference } = args.params;
  const facts = await sentFacts(reference, [vinOfferForm.name]);
  if (!facts) throw data(null, { status: 404 });
  const offer = await findVinOffer(readVisitor(args), reference);
  const hasContact = await hasGivenContact(reference);
  return { facts, isFresh: isFreshlySent(facts), offer, hasContact };
}

export function action(args: Route.ActionArgs) {
  return handleOfferSent(args);
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: findTitle(args.loaderData?.isFresh ?? true), isPrivate: true });
}

function findTitle(isFresh: boolean): string {
  return isFresh ? m.sell_car_offer_success() : m.sell_car_offer_sent_title();
}

export default function OfferSentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { facts, isFresh, offer, hasContact } = loaderData;
  const isBusy = useNavigation().state === "submitting";
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{findTitle(isFresh)}</h1>
        {isFresh && <p>{m.sell_car_offer_sent_lead()}</p>}
      </div>
      {offer && <VinOfferResult offer={offer} result={actionData} isBusy={isBusy} />}
      <SentDetails
        facts={facts}
        isOwn={offer !== null}
        nextSteps={[
          m.sell_car_offer_sent_next_read(),
          describeContactStep({ isOwn: offer !== null, hasContact }),
        ]}
      />
      {offer && <RequestRights reference={facts.reference} linkKey="" />}
      {(offer || !hasContact) && isOffered("call_back") && (
        <p className="mt-8 print:hidden">
          <Link className="button" to={paths.callBack()}>
            {m.sell_car_offer_call_back()}
          </Link>
        </p>
      )}
    </div>
  );
}
