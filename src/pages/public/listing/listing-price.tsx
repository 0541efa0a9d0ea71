import { isSold } from "#domain/listing/listing-state.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { formatNumber, formatPercent } from "#values/format.ts";
import { formatCad, formatCadCents } from "#values/money.ts";
import { BidButton } from "./bid-button.tsx";
import { type BuyerEstimate, type EstimateChoice, estimateFor } from "./buyer-estimate.ts";
import type { ListingPageData } from "./listing.server.ts";
import { EstimateForm, useEstimateChoice } from "./payment-estimate.tsx";
import { PriceRatingNote } from "./price-estimate.tsx";
import { SaveButton } from "./save-listing.tsx";

/** Price, payment and the next step. A sold car keeps its price and leads to the cars for sale. */
export function ListingPrice({
  listing,
  viewer,
  rated,
}: Pick<ListingPageData, "listing" | "viewer" | "rated">) {
  const sold = isSold(listing);
  return (
    <div className="card listing-price">
      {sold ? (
        <AskingPrice listing={listing} />
      ) : (
        <PriceWithPayment listing={listing} rated={rated} />
      )}
      {sold && (
        <>
          <p className="mt-4">{m.listing_sold_note()}</p>
          <Link
            to={`${paths.cars()}?type=${listing.bodyType}`}
            className={`${buttonClass({ block: true, size: "lg" })} mt-4`}
          >
            {m.listing_sold_more()}
          </Link>
        </>
      )}
      <div className="listing-price__buttons">
        <BidButton listing={listing} viewer={viewer} />
        <SaveButton listingId={listing.id} />
      </div>
    </div>
  );
}

function AskingPrice({ listing }: Pick<ListingPageData, "listing">) {
  return (
    <div>
      <div className="fine-print muted">{m.listing_price()}</div>
      <div className="listing-price__asked figures">{formatCad(listing.priceCad, getLocale())}</div>
    </div>
  );
}

function PriceWithPayment({ listing, rated }: Pick<ListingPageData, "listing" | "rated">) {
  const { choice, change } = useEstimateChoice(listing);
  const estimate = estimateFor(listing, choice);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <AskingPrice listing={listing} />
        {estimate?.payment.kind === "loan" && <Payment payment={estimate.payment} />}
      </div>
      {rated && <PriceRatingNote rated={rated} priceCad={listing.priceCad} />}
      {estimate && (
        <>
          <EstimateForm listing={listing} choice={choice} estimate={estimate} onChange={change} />
          <p className="fine-print muted" aria-live="polite">
            {noteOn(estimate.payment, choice)}
          </p>
        </>
      )}
      <Link to={paths.preApproval()} className={`${buttonClass({ block: true, size: "lg" })} mt-4`}>
        {m.listing_get_approved()}
      </Link>
      <Link
        to={paths.creditApplicationFor(listing.id)}
        className={`${buttonClass({ block: true, look: "ghost" })} mt-2.5`}
      >
        {m.listing_apply_credit()}
      </Link>
    </>
  );
}

/** Ontario's Consumer Protection Act, s. 61: the APR no less prominent than the payment. */
function Payment({ payment }: { payment: BuyerEstimate["payment"] & { kind: "loan" } }) {
  const locale = getLocale();
  return (
    <div className="text-right" role="group" aria-labelledby="payment">
      <div id="payment" className="fine-print muted">
        {m.listing_est_payment()}
      </div>
      <div className="listing-price__payment figures">
        {formatCadCents(payment.quote.paymentCad, locale)} <span>{m.listing_card_frequency()}</span>
      </div>
      <div className="listing-price__payment figures">
        {m.listing_card_apr({ rate: formatPercent(payment.quote.aprPercent, locale) })}
      </div>
    </div>
  );
}

function noteOn(payment: BuyerEstimate["payment"], { months }: EstimateChoice): string {
  const locale = getLocale();
  switch (payment.kind) {
    case "loan":
      return m.listing_est_note({
        rate: formatPercent(payment.quote.aprPercent, locale),
        months,
        count: formatNumber(payment.quote.paymentCount, locale),
        cost: formatCad(payment.quote.costOfBorrowingCad, locale),
      });
    case "none_in_quebec":
      return m.listing_est_quebec();
    case "above_legal_rate":
      return m.listing_est_above_cap();
    case "nothing_to_finance":
      return m.listing_est_nothing();
  }
}
