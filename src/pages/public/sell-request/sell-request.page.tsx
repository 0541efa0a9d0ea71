import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";
import { DealLink } from "#pages/public/listing/deal-link.tsx";
import { RequestRights } from "#pages/public/form-journey/request-rights.tsx";
import { LeadPhoneCard } from "#pages/public/phone-code/lead-phone-card.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { PriceEstimateCard } from "#pages/public/listing/price-estimate.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/sell-request.page.ts";
import { ChoiceForm } from "./choice-form.tsx";
import { OfferComparison } from "./offer-comparison.tsx";
import {
  loadSellRequestPage,
  type SellRequestPage as Page,
  type OwnSellRequest,
  type SellRequestPress,
  type SellRequestRefusal,
  handleSellRequestPost,
} from "./sell-request.server.ts";
import { WhoHasIt } from "./who-has-it.tsx";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { formatDateTime, formatPhone } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { OfferedCarPictures } from "./offered-car-pictures.tsx";
import { pageStyle } from "#ui/page-style.ts";
import { findAgreedAmount } from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import { OwnListing } from "./own-listing.tsx";
import stylesheet from "./requests.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  return loadSellRequestPage(args);
}

export function action(args: Route.ActionArgs) {
  return handleSellRequestPost(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) => {
  const car = args.loaderData?.sale?.car;
  const title = car ? m.sale_title({ car }) : m.sale_title_public();
  return pageMeta(args, { title, isPrivate: true });
};

/** The state of a sell request: the same page from Submit to the sale. */
export default function SellRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { sale, notice, isDeadKey } = loaderData;
  const phoneResult = actionData && "phoneCode" in actionData ? actionData : undefined;
  const refusal = actionData && "control" in actionData ? actionData : undefined;
  return (
    <div className="page-width page">
      <Head page={loaderData} />
      {isDeadKey && (
        <p className="notice notice--warn mb-6 max-w-190" role="status">
          <CircleAlert className="icon" aria-hidden />
          {m.sale_dead_link()}
        </p>
      )}
      {!actionData && <NoticeLine notice={notice} />}
      {sale?.isWithdrawn && (
        <p className="notice mb-6 max-w-190" role="status">
          {m.sale_withdrawn()}
        </p>
      )}
      {sale && <LeadPhoneCard leadPhone={sale.phone} result={phoneResult} />}
      {refusal && refusal.control === null && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is wrong comes first
        <p className="notice notice--bad mb-6 max-w-190" role="alert" tabIndex={-1} autoFocus>
          <CircleAlert className="icon" aria-hidden />
          {refusal.text}
        </p>
      )}
      {sale ? (
        <Own page={loaderData} sale={sale} refusal={refusal} />
      ) : (
        <WhoHasIt page={loaderData} />
      )}
      {sale && <RequestRights reference={loaderData.reference} linkKey={loaderData.key} />}
    </div>
  );
}

function Head({ page }: { page: Page }) {
  const { sale, isFresh, isConfirmedByEmail, reference } = page;
  return (
    <div className="page-head">
      {isFresh && (
        <p className="notice notice--ok mb-6 !text-base !text-success" role="status">
          <CircleCheck className="icon" aria-hidden />
          {m.sell_car_offer_success()}
        </p>
      )}
      <h1>{sale ? m.sale_title({ car: sale.car }) : m.sale_title_public()}</h1>
      <p>
        {m.sale_reference()}{" "}
        <b className="figures tracking-[0.06em] text-foreground">{reference}</b>
        {". "}
        {isFresh && isConfirmedByEmail ? m.sale_lead_confirmed() : m.sale_lead()}
      </p>
    </div>
  );
}

type OwnProps = {
  page: Page;
  sale: NonNullable<Page["sale"]>;
  refusal: SellRequestRefusal | undefined;
};

/**
 * Everything, for the sender: the car's estimate, then the offers and next steps, then the rest.
 */
function Own({ page, sale, refusal }: OwnProps) {
  const accepted = sale.offers.find(({ state }) => state === "accepted");
  const wantsListing = sale.choice === "own_listing" || sale.choice === "both";
  // The error of a counter-offer is shown at its own field.
  const ofChoice = refusal && refusal.control !== "counter" ? refusal : null;
  const isOver = accepted || sale.isWithdrawn;
  const choice = !isOver && <ChoiceForm sale={sale} refusal={ofChoice} />;
  const offers = (sale.choice !== null || sale.offers.length > 0) && (
    <OfferComparison
      sale={sale}
      dealershipCount={page.dealershipCount}
      refusedCounter={refusal?.counter ?? null}
    />
  );
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_340px] print:block print:[&_section]:mb-6">
      <div className="grid gap-8">
        {sale.sameCar && <SameCar otherPath={sale.sameCar.path} />}
        {accepted && (
          <AcceptedOffer
            offer={accepted}
            listing={sale.listing}
            deal={<DealLink reference={sale.dealReference} linkKey={page.key} />}
          />
        )}
        {sale.estimate && <PriceEstimateCard {...sale.estimate} />}
        {sale.choice === null && choice}
        {offers}
        {!isOver && <NextSteps page={page} sale={sale} />}
        {(wantsListing || sale.listing) && !isOver && <OwnListing page={page} sale={sale} />}
        {sale.choice !== null && choice}
        <WhoHasIt page={page} />
      </div>
      <OfferedCarCard sale={sale} />
    </div>
  );
}

/** Asked once, because a VIN belongs to one car, and a car has one buyer. */
function SameCar({ otherPath }: { otherPath: string }) {
  return (
    <section className="card p-6" aria-labelledby="same-car-title">
      <h2 id="same-car-title" className="text-h3">
        {m.seller_same_car_label()}
      </h2>
      <p className="mt-2 max-w-[44em]">{m.sale_same_car_text()}</p>
      <p className="small mt-2">
        <Link to={otherPath}>{m.seller_same_car_other()}</Link>
      </p>
      <Form method="post" className="mt-4 flex flex-wrap gap-3">
        <CommandButton<SellRequestPress> press="same-car" variant="dark">
          {m.sale_same_car_yes()}
        </CommandButton>
        <CommandButton<SellRequestPress> press="another-car" variant="ghost">
          {m.sale_same_car_no()}
        </CommandButton>
      </Form>
    </section>
  );
}

/** The next steps with their dates: only while somebody has to do something for the person. */
function NextSteps({ page, sale }: Pick<OwnProps, "page" | "sale">) {
  const hasOffer = sale.offers.some(({ state }) => state === "open");
  const steps = [
    sale.choice === null && m.sale_next_choose(),
    !hasOffer && page.replyBy,
    sale.isShared && !hasOffer && page.dealershipCount > 0 && m.sale_next_offers(),
    hasOffer && m.sale_next_compare(),
    sale.choice !== "own_listing" && m.sale_next_settle(),
  ].filter((step) => typeof step === "string");
  return (
    <section className="prose" aria-labelledby="next-title">
      <h2 id="next-title">{m.form_journey_next_title()}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

type AcceptedOfferProps = {
  offer: OwnSellRequest["offers"][number];
  listing: OwnSellRequest["listing"];
  /** The link to the deal of the accepted offer. */
  deal: ReactNode;
};

/** The accepted offer: with whom, their contact data, what is left to do. */
function AcceptedOffer({ offer, listing, deal }: AcceptedOfferProps) {
  const locale = getLocale();
  const isSellersPrice = offer.counter?.answer === "accepted";
  const isStillListed = listing?.state === "live" || listing?.state === "paused";
  return (
    <section className="card p-6 border-success" aria-labelledby="accepted-title">
      <h2 id="accepted-title" className="flex items-center gap-3 text-page-title">
        <CircleCheck className="icon size-6 text-success" aria-hidden />
        {isSellersPrice
          ? m.sale_accepted_title_counter({ dealership: offer.dealershipName })
          : m.sale_accepted_title({ dealership: offer.dealershipName })}
      </h2>
      <p className="figures mt-3 font-display text-[2.5rem] leading-none font-figure">
        {formatCad(findAgreedAmount(offer), locale)}
      </p>
      {offer.decidedAt && (
        <p className="small muted mt-2">
          {m.sale_accepted_at({ time: formatDateTime(offer.decidedAt, locale) })}
        </p>
      )}
      <p className="mt-4 max-w-[44em]">{m.sale_accepted_next()}</p>
      {deal}
      <p className="mt-2">
        <b>{offer.dealershipName}</b>,{" "}
        {m.listing_place({ city: offer.city, province: offer.provinceCode })}
        <br />
        <a className="figures" href={`tel:${offer.dealershipPhone}`}>
          {formatPhone(offer.dealershipPhone, locale)}
        </a>
      </p>
      {offer.conditions && (
        <p className="small mt-4">
          <span className="muted">{m.sale_offer_conditions()}</span>
          <br />
          <span className="whitespace-pre-line wrap-anywhere">{offer.conditions}</span>
        </p>
      )}
      {listing && isStillListed && (
        <p className="notice notice--warn mt-5">
          <span>
            {m.sale_accepted_still_listed()}{" "}
            {listing.isManageable && (
              <Link to={paths.sellerListing(listing.id)}>{m.sale_listing_manage()}</Link>
            )}
          </span>
        </p>
      )}
    </section>
  );
}

/** The offered car: a drawing or photos, with all the answers. */
function OfferedCarCard({ sale }: { sale: OwnSellRequest }) {
  return (
    <aside
      className="card overflow-hidden lg:sticky lg:top-24 print:static"
      aria-labelledby="sale-car"
    >
      <OfferedCarPictures car={sale} sizes="(min-width: 1024px) 340px, 100vw" />
      <div className="p-5">
        <h2 id="sale-car" className="text-h3">
          {sale.car}
        </h2>
        {sale.photos.length === 0 && <p className="fine-print muted mt-1">{m.sale_drawn()}</p>}
        <details className="mt-4 print:[&::details-content]:[content-visibility:visible]">
          <summary className="cursor-pointer font-semibold">{m.sale_answers()}</summary>
          <dl className="small mt-3 grid gap-2">
            {sale.rows.map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-4 border-t border-border pt-2">
                <dt className="muted">{name}</dt>
                <dd className="figures text-right font-semibold wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </aside>
  );
}
