import { CircleAlert, CircleCheck } from "lucide-react";
import { m } from "#messages/messages.js";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { PriceEstimateCard } from "#pages/public/listing/price-estimate.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/sale.page.ts";
import { AcceptedOffer } from "./accepted-offer.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import { OfferComparison } from "./offer-comparison.tsx";
import { OwnListing } from "./own-listing.tsx";
import { loadSalePage, type SalePage as Page } from "./sale-page.server.ts";
import { answerSalePost } from "./sale-post.server.ts";
import { SaleCar } from "./sale-car.tsx";
import { WhoHasIt } from "./who-has-it.tsx";

export function loader(args: Route.LoaderArgs) {
  return loadSalePage(args);
}

export function action(args: Route.ActionArgs) {
  return answerSalePost(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) => {
  const car = args.loaderData?.sale?.car;
  const title = car ? m.sale_title({ car }) : m.sale_title_public();
  return pageMeta(args, { title, isPrivate: true });
};

/** What became of a request to sell a car: the same page from Submit to the sale. */
export default function SalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { sale, notice, isDeadKey } = loaderData;
  return (
    <div className="wrap pg">
      <Head page={loaderData} />
      {isDeadKey && (
        <p className="msg warn mb-6 max-w-190" role="status">
          <CircleAlert className="ic" aria-hidden />
          {m.sale_dead_link()}
        </p>
      )}
      {!actionData && <NoticeLine notice={notice} />}
      {actionData && actionData.control === null && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is wrong comes first
        <p className="msg bad mb-6 max-w-190" role="alert" tabIndex={-1} autoFocus>
          <CircleAlert className="ic" aria-hidden />
          {actionData.text}
        </p>
      )}
      {sale ? (
        <Own page={loaderData} sale={sale} refusal={actionData} />
      ) : (
        <WhoHasIt page={loaderData} />
      )}
    </div>
  );
}

function Head({ page }: { page: Page }) {
  const { sale, isFresh, isConfirmedByEmail, reference } = page;
  return (
    <div className="pg-h">
      {isFresh && (
        <p className="msg ok mb-6 !text-base !text-success" role="status">
          <CircleCheck className="ic" aria-hidden />
          {m.sell_car_offer_success()}
        </p>
      )}
      <h1>{sale ? m.sale_title({ car: sale.car }) : m.sale_title_public()}</h1>
      <p>
        {m.sale_reference()} <b className="num tracking-[0.06em] text-foreground">{reference}</b>
        {". "}
        {isFresh && isConfirmedByEmail ? m.sale_lead_confirmed() : m.sale_lead()}
      </p>
    </div>
  );
}

type OwnProps = {
  page: Page;
  sale: NonNullable<Page["sale"]>;
  refusal: Route.ComponentProps["actionData"];
};

/** All of it, for the sender: what to do first, what was answered beside it. */
function Own({ page, sale, refusal }: OwnProps) {
  const accepted = sale.offers.find(({ state }) => state === "accepted");
  const wantsListing = sale.choice === "own_listing" || sale.choice === "both";
  const choice = !accepted && <ChoiceForm sale={sale} refusal={refusal ?? null} />;
  const offers = (sale.choice !== null || sale.offers.length > 0) && (
    <OfferComparison sale={sale} dealershipCount={page.dealershipCount} />
  );
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_340px]">
      <SaleCar sale={sale} />
      <div className="grid gap-8 lg:order-first">
        {accepted && <AcceptedOffer offer={accepted} listing={sale.listing} />}
        {sale.choice === null && choice}
        {offers}
        {(wantsListing || sale.listing) && !accepted && <OwnListing page={page} sale={sale} />}
        {sale.choice !== null && choice}
        {sale.estimate && <PriceEstimateCard estimate={sale.estimate} />}
        <WhoHasIt page={page} />
      </div>
    </div>
  );
}
