import { Camera } from "lucide-react";
import { useContext } from "react";
import { describeOnCard } from "#domain/declaration/describe-on-card.ts";
import { type ListingCardFacts, showsKmWithPrice } from "#domain/listing/listing-card.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatCarName } from "#values/car-name.ts";
import { estimatePayment, type PricedCar } from "#domain/pricing/payment-estimate.ts";
import type { CardRating } from "#domain/pricing/card-rating.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { CachedHtml } from "#ui/cached-html.tsx";
import { Link } from "#ui/link.tsx";
import { formatKm, formatNumber, formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { transmissionLabel } from "#values/vehicle-label.ts";
import { PRICE_RATING_WORDS } from "./price-rating-words.ts";
import { ListingPicture } from "./listing-picture.tsx";
import { SaveHeart } from "./save-listing.tsx";
import { type Payments, PaymentsContext, PaymentsProvider } from "./your-budget-context.tsx";
import {
  CardPayment,
  describeDown,
  describeTaxes,
  PaymentSwitch,
  usePaymentTerms,
  UsualLoanButton,
  YourBudgetNote,
} from "./your-budget.tsx";

/** Four cards beside each other at most; `sizes` of their pictures. */
const CARD_SIZES = "(min-width: 1024px) 290px, (min-width: 640px) 46vw, 92vw";

type ListingCardProps = {
  listing: ListingCardFacts;
  /** The distance from the visitor's location, in kilometres. */
  awayKm?: number;
  /** The rating of its price, if there are enough similar cars. */
  rating?: CardRating;
  /** The search that found it, for the link back from its page. */
  results?: string;
  /** A card of the first screen: its picture is loaded at once. */
  priority?: boolean;
};

/**
 * A car in a list. The whole card leads to its page. A page that shows cards with payments shows
 * `PaymentAssumptions` with them.
 */
export function ListingCard({
  listing,
  awayKm,
  rating,
  results,
  priority = false,
}: ListingCardProps) {
  const { illustration, photo, photoCount, ...said } = listing;
  const { bodyType, exteriorColour, state } = listing;
  const sold = isSold(listing);
  const payments = useContext(PaymentsContext);
  return (
    <article
      className={`listing-card flex h-full flex-col ${sold ? "listing-card--sold" : ""}`.trim()}
    >
      <CachedHtml
        as="div"
        className="listing-card__picture"
        of={CardPicture}
        props={{ illustration, photo, photoCount, bodyType, exteriorColour, state, priority }}
      />
      <SaveHeart listingId={listing.id} car={formatCarName(listing)} />
      <CachedHtml
        as="div"
        className="listing-card__body flex-1"
        of={CardBody}
        props={{ listing: said, awayKm, rating, payments }}
        unseen={{ results }}
      />
    </article>
  );
}

type CardPictureProps = Pick<
  ListingCardFacts,
  "illustration" | "photo" | "photoCount" | "bodyType" | "exteriorColour" | "state"
> & { priority: boolean };

function CardPicture({ photoCount, state, priority, ...pictured }: CardPictureProps) {
  return (
    <>
      <ListingPicture listing={pictured} sizes={CARD_SIZES} priority={priority} />
      {isSold({ state }) && (
        <span className="listing-card__tag chip chip--sold">{m.listing_sold()}</span>
      )}
      <PhotoNote photoCount={photoCount} />
    </>
  );
}

type CardBodyProps = Pick<ListingCardProps, "awayKm" | "rating" | "results"> & {
  listing: Omit<ListingCardFacts, "illustration" | "photo" | "photoCount">;
  payments: Payments;
};

function CardBody({ listing, awayKm, rating, results, payments }: CardBodyProps) {
  const locale = getLocale();
  const sold = isSold(listing);
  const notClean = describeOnCard(listing, locale);
  const isKmWithPrice = showsKmWithPrice(listing);
  return (
    <>
      <h3>
        <Link
          to={paths.listing(listing.id)}
          state={results === undefined ? undefined : { results }}
        >
          {formatCarName(listing)}
        </Link>
      </h3>
      <div className="listing-card__facts content-start">
        {!isKmWithPrice && <span className="figures">{formatKm(listing.odometerKm, locale)}</span>}
        <span>{transmissionLabel(listing.transmission, locale)}</span>
        <span>{m.listing_place({ city: listing.city, province: listing.provinceCode })}</span>
        {awayKm !== undefined && (
          <span className="figures">
            {m.listing_card_away({ distance: formatKm(awayKm, locale) })}
          </span>
        )}
      </div>
      {notClean && (
        <p className="listing-card__declared">{m.declared_card_line({ facts: notClean })}</p>
      )}
      {rating && !sold && <CardRatingLine rated={rating} />}
      <div className="listing-card__price">
        <b className="figures">{formatCad(listing.priceCad, locale)}</b>
        {isKmWithPrice && <b className="figures">{formatKm(listing.odometerKm, locale)}</b>}
        {!sold && (
          <PaymentsProvider of={payments}>
            <CardPayment listing={listing} />
          </PaymentsProvider>
        )}
      </div>
    </>
  );
}

/** The number of photos, or that there are none. */
function PhotoNote({ photoCount }: Pick<ListingCardFacts, "photoCount">) {
  if (photoCount === 0) {
    return <span className="listing-card__photos">{m.listing_card_no_photo()}</span>;
  }
  return (
    <span className="listing-card__photos figures">
      <Camera className="icon size-4" aria-hidden />
      <span aria-hidden>{photoCount}</span>
      <span className="sr-only">
        {photoCount === 1
          ? m.listing_card_one_photo()
          : m.listing_card_photos({ count: photoCount })}
      </span>
    </span>
  );
}

/** The rating and how many listings it is based on. */
function CardRatingLine({ rated }: { rated: CardRating }) {
  const locale = getLocale();
  const { words, className } = PRICE_RATING_WORDS[rated.rating];
  return (
    <p className="listing-card__rating">
      <span className={`chip ${className}`}>{words()}</span>{" "}
      <span className="figures">
        {m.listing_card_rating_reason({
          low: formatCad(rated.lowCad, locale),
          high: formatCad(rated.highCad, locale),
          count: formatNumber(rated.comparableCount, locale),
        })}
      </span>
    </p>
  );
}

const EXAMPLE_CAR = { priceCad: 20_000, provinceCode: "ON", isDealer: true } as const;

/**
 * The terms of the payments on these cards, with an example of the total cost of borrowing; nothing
 * if no card shows a payment.
 */
export function PaymentAssumptions({
  of: cars,
  className = "",
}: {
  of: readonly PricedCar[];
  className?: string;
}) {
  const locale = getLocale();
  const { terms, isYours } = usePaymentTerms();
  const example = estimatePayment(EXAMPLE_CAR, terms);
  if (!example || !cars.some((car) => estimatePayment(car, terms))) return null;
  const isMonthly = terms.frequency === "monthly";
  const words = {
    every: isMonthly ? m.payment_switch_monthly() : m.payment_switch_biweekly(),
    months: example.months,
    rate: formatPercent(example.aprPercent, locale),
    price: formatCad(EXAMPLE_CAR.priceCad, locale),
    taxes: describeTaxes(example.taxes),
    cost: formatCad(Math.round(example.costOfBorrowingCad), locale),
    down: describeDown(example.downCad),
  };
  return (
    <div className={className}>
      <YourBudgetNote />
      <PaymentSwitch className="mb-2" />
      <UsualLoanButton />
      <p className="small muted">
        {isYours
          ? m.listing_payment_assumptions_yours(words)
          : m.listing_payment_assumptions(words)}
      </p>
    </div>
  );
}
