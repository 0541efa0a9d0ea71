import { data, useNavigation } from "react-router";
import { vinOfferForm } from "#domain/sell-request/offer-request.form.ts";
import {
  findVinOffer,
  giveContact,
  putVinOfferAway,
} from "#domain/sell-request/vin-offer.server.ts";
import { m } from "#messages/messages.js";
import { SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { sentFacts } from "#pages/public/form-journey/sent.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/offer-sent.page.ts";
import { type RefusedContact, VinOfferAnswer } from "./vin-offer-answer.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { reference } = args.params;
  const facts = await sentFacts(reference, [vinOfferForm.name]);
  if (!facts) throw data(null, { status: 404 });
  return { facts, offer: await findVinOffer(readVisitor(args), reference) };
}

export async function action(args: Route.ActionArgs) {
  const { reference } = args.params;
  const visitor = readVisitor(args);
  const { fields } = await requirePost(args.request);
  if (rawValue(fields, "intent") === "put-away") {
    await putVinOfferAway(visitor, reference);
    throw redirectTo(hrefIn(paths.home(), visitor.locale));
  }
  const contact = rawValue(fields, "contact").slice(0, 300);
  const hasAgreed = rawValue(fields, "agreed") === "yes";
  const result = await giveContact(visitor, { reference, contact, hasAgreed });
  if (result.ok) return null;
  const { code } = result;
  if (code === "not_found") throw data(null, { status: 404 });
  const refused: RefusedContact = { code, typed: contact, hasAgreed };
  if (code !== "too_many") return data(refused, { status: 422 });
  const headers = { "retry-after": String(result.retryAfterSeconds) };
  return data(refused, { status: 429, headers });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.sell_car_offer_success(), isPrivate: true });
}

export default function OfferSentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { facts, offer } = loaderData;
  const isBusy = useNavigation().state === "submitting";
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.sell_car_offer_success()}</h1>
        <p>{m.sell_car_offer_sent_lead()}</p>
      </div>
      {offer && <VinOfferAnswer offer={offer} refused={actionData ?? null} isBusy={isBusy} />}
      <SentDetails
        facts={facts}
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
