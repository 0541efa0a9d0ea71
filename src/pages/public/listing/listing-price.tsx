import { isBranded } from "#domain/declaration/declaration.ts";
import { showsKmWithPrice } from "#domain/listing/listing-card.ts";
import { isPaymentWithin, type PaymentTerms } from "#domain/pricing/payment-estimate.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { formatKm, formatNumber, formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { BidButton } from "./bid-button.tsx";
import type { BidCommandResult } from "./bid-words.ts";
import {
  type BuyerEstimate,
  type EstimateChoice,
  estimateForBuyer,
  quotePayment,
} from "./buyer-estimate.ts";
import type { ListingPageData } from "./listing.server.ts";
import { ProvinceChoice } from "./province-choice.tsx";
import { EstimateForm, useEstimateChoice } from "./payment-estimate.tsx";
import { BrandedNote, PriceRatingNote } from "./price-estimate.tsx";
import { SaveButton } from "./save-listing.tsx";
import {
  describeFrequency,
  describeTaxes,
  PaymentSwitch,
  usePaymentTerms,
  YourBudgetNote,
} from "./your-budget.tsx";

/** Price, payment and the next step. A sold car shows its price and a link to cars for sale. */
export function ListingPrice({
  listing,
  viewer,
  rated,
  bidResult,
}: Pick<ListingPageData, "listing" | "viewer" | "rated"> & { bidResult: BidCommandResult | null }) {
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
        <BidButton listing={listing} viewer={viewer} bidResult={bidResult} />
        <SaveButton listingId={listing.id} />
      </div>
    </div>
  );
}

/** The price, and what the law requires beside it in a dealership's ad. */
export function AskingPrice({ listing }: Pick<ListingPageData, "listing">) {
  const locale = getLocale();
  return (
    <div>
      <div className="fine-print muted">{m.listing_price()}</div>
      <div className="listing-price__asked figures">{formatCad(listing.priceCad, locale)}</div>
      {showsKmWithPrice(listing) && (
        <div className="listing-price__km figures">{formatKm(listing.odometerKm, locale)}</div>
      )}
      {listing.isDealer && listing.isAllInPrice && (
        <>
          <p className="fine-print mt-2">{m.listing_all_in()}</p>
          <p className="chip chip--ok mt-2">{m.listing_all_in_chip()}</p>
        </>
      )}
    </div>
  );
}

function PriceWithPayment({ listing, rated }: Pick<ListingPageData, "listing" | "rated">) {
  const { choice, change } = useEstimateChoice(listing);
  const { terms, withheld } = usePaymentTerms();
  const estimate = estimateForBuyer(listing, choice, terms);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <AskingPrice listing={listing} />
        {estimate?.payment.kind === "loan" && (
          <Payment estimate={estimate} payment={estimate.payment} choice={choice} />
        )}
      </div>
      {listing.provinceCode !== "QC" && <ProvinceChoice className="mt-3" />}
      {!withheld && <PaymentSwitch className="mt-3" />}
      <YourBudgetNote />
      {isBranded(listing.brand) && <BrandedNote />}
      {rated && <PriceRatingNote rated={rated} car={listing} priceCad={listing.priceCad} />}
      {estimate && (
        <>
          <EstimateForm listing={listing} choice={choice} estimate={estimate} onChange={change} />
          <p className="fine-print muted" aria-live="polite">
            {noteOn(estimate.payment, choice, terms)}
          </p>
        </>
      )}
      {withheld && isOffered("pre_approval") && (
        <Link
          to={paths.preApprovalFor(listing.id)}
          className={`${buttonClass({ block: true, variant: "ghost" })} mt-2.5`}
        >
          {m.listing_credit_available()}
        </Link>
      )}
      {!withheld && <CreditButtons listing={listing} />}
    </>
  );
}

function CreditButtons({ listing }: Pick<ListingPageData, "listing">) {
  return (
    <>
      {isOffered("pre_approval") && (
        <Link
          to={paths.preApprovalFor(listing.id)}
          className={`${buttonClass({ block: true, size: "lg" })} mt-4`}
        >
          {m.listing_get_approved()}
        </Link>
      )}
      {isOffered("credit_application") && (
        <Link
          to={paths.creditApplicationFor(listing.id)}
          className={`${buttonClass({ block: true, variant: "ghost" })} mt-2.5`}
        >
          {m.listing_apply_credit()}
        </Link>
      )}
    </>
  );
}

/** Ontario's Consumer Protection Act, s. 61: the APR must be as prominent as the payment. */
function Payment({
  estimate,
  payment,
  choice,
}: {
  estimate: BuyerEstimate;
  payment: BuyerEstimate["payment"] & { kind: "loan" };
  choice: EstimateChoice;
}) {
  const locale = getLocale();
  const { terms, isYours, mostCad } = usePaymentTerms();
  const monthly = quotePayment(estimate.toFinanceCad, choice, "monthly");
  const isYoursToPay =
    isYours && monthly.kind === "loan" && isPaymentWithin(monthly.quote, mostCad);
  return (
    <div className="text-right" role="group" aria-labelledby="payment">
      <div id="payment" className="fine-print muted">
        {isYours ? m.listing_est_payment_yours() : m.listing_est_payment()}
      </div>
      <div className="listing-price__payment figures">
        {formatCad(Math.ceil(payment.quote.paymentCad), locale)}{" "}
        <span>{describeFrequency(terms.frequency)}</span>
      </div>
      <div className="listing-price__payment figures">
        {m.listing_card_apr({ rate: formatPercent(payment.quote.aprPercent, locale) })}
      </div>
      <div className="fine-print muted figures">{describeTaxes(estimate.tax.lines)}</div>
      {isYoursToPay && <div className="chip chip--ok mt-1">{m.listing_card_within()}</div>}
    </div>
  );
}

function noteOn(
  payment: BuyerEstimate["payment"],
  { months }: EstimateChoice,
  { frequency }: Pick<PaymentTerms, "frequency">,
): string {
  const locale = getLocale();
  switch (payment.kind) {
    case "loan":
      return (frequency === "monthly" ? m.listing_est_note_monthly : m.listing_est_note)({
        rate: formatPercent(payment.quote.aprPercent, locale),
        months,
        count: formatNumber(payment.quote.paymentCount, locale),
        cost: formatCad(payment.quote.costOfBorrowingCad, locale),
      });
    case "withheld":
      return payment.why === "quebec" ? m.listing_est_quebec() : m.listing_est_province_unknown();
    case "above_legal_rate":
      return m.listing_est_above_cap();
    case "nothing_to_finance":
      return m.listing_est_nothing();
  }
}
