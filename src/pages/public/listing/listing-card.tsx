import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { estimatePayment, isWithin } from "#domain/pricing/payment-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { formatKm, formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { transmissionLabel } from "#values/vehicle-label.ts";
import { ListingPicture } from "./listing-picture.tsx";
import { SaveHeart } from "./save-listing.tsx";
import {
  describeFrequency,
  describeTaxes,
  usePaymentTerms,
  YourBudgetNote,
} from "./your-budget.tsx";

/** Four cards beside each other at most; `sizes` of their pictures. */
const CARD_SIZES = "(min-width: 1024px) 290px, (min-width: 640px) 46vw, 92vw";

type ListingCardProps = {
  listing: ListingCardFacts;
  /** False where the visitor chose Quebec: then no car has a payment beside its price. */
  showsPayment?: boolean;
  /** From the place that the visitor asked for, in kilometres. */
  awayKm?: number;
  /** A card of the first screen: its picture is loaded at once. */
  priority?: boolean;
};

/**
 * A car in a list. The whole card leads to its page. A page that shows cards with payments shows
 * `PaymentAssumptions` with them.
 */
export function ListingCard({
  listing,
  showsPayment = true,
  awayKm,
  priority = false,
}: ListingCardProps) {
  const locale = getLocale();
  const sold = isSold(listing);
  return (
    <article
      className={`listing-card flex h-full flex-col ${sold ? "listing-card--sold" : ""}`.trim()}
    >
      <div className="listing-card__picture">
        <ListingPicture listing={listing} sizes={CARD_SIZES} priority={priority} />
        {sold && <span className="listing-card__tag chip chip--sold">{m.listing_sold()}</span>}
        <SaveHeart listingId={listing.id} car={formatListingTitle(listing)} />
      </div>
      <div className="listing-card__body flex-1 grid-rows-[auto_1fr_auto]">
        <h3>
          <Link to={paths.listing(listing.id)}>{formatListingTitle(listing)}</Link>
        </h3>
        <div className="listing-card__facts content-start">
          <span className="figures">{formatKm(listing.odometerKm, locale)}</span>
          <span>{transmissionLabel(listing.transmission, locale)}</span>
          <span>{m.listing_place({ city: listing.city, province: listing.provinceCode })}</span>
          {awayKm !== undefined && (
            <span className="figures">
              {m.listing_card_away({ distance: formatKm(awayKm, locale) })}
            </span>
          )}
        </div>
        <div className="listing-card__price">
          <b className="figures">{formatCad(listing.priceCad, locale)}</b>
          {!sold && showsPayment && <CardPayment listing={listing} />}
        </div>
      </div>
    </article>
  );
}

/** Ontario's Consumer Protection Act, s. 61: the APR no less prominent than the payment. */
export function CardPayment({ listing }: { listing: ListingCardFacts }) {
  const { terms, isYours, mostCad } = usePaymentTerms();
  const estimate = estimatePayment(listing, terms);
  if (!estimate) return <span className="listing-card__payment">{m.listing_ask_for_terms()}</span>;
  const locale = getLocale();
  return (
    <span className="listing-card__payment figures">
      {isYours ? m.listing_card_yours() : m.listing_card_estimate()}{" "}
      <b>{formatCad(Math.ceil(estimate.paymentCad), locale)}</b>{" "}
      {describeFrequency(estimate.frequency)}
      <br />
      <b>{m.listing_card_apr({ rate: formatPercent(estimate.aprPercent, locale) })}</b>{" "}
      {m.listing_card_months({ months: estimate.months })} · {describeTaxes(estimate.taxes)}
      {isYours && isWithin(estimate, mostCad) && (
        <>
          <br />
          <span className="listing-card__within">{m.listing_card_within()}</span>
        </>
      )}
    </span>
  );
}

const EXAMPLE_CAR = { priceCad: 20_000, provinceCode: "ON", isDealer: true } as const;

/** What the payments on this page stand on, with an example of the whole cost of borrowing. */
export function PaymentAssumptions({ className = "" }: { className?: string }) {
  const locale = getLocale();
  const { terms, isYours } = usePaymentTerms();
  const example = estimatePayment(EXAMPLE_CAR, terms);
  if (!example) return null;
  const words = {
    months: example.months,
    rate: formatPercent(example.aprPercent, locale),
    price: formatCad(EXAMPLE_CAR.priceCad, locale),
    taxes: describeTaxes(example.taxes),
    cost: formatCad(Math.round(example.costOfBorrowingCad), locale),
  };
  return (
    <div className={className}>
      <YourBudgetNote />
      <p className="small muted">
        {isYours
          ? m.listing_payment_assumptions_yours(words)
          : m.listing_payment_assumptions(words)}
      </p>
    </div>
  );
}
