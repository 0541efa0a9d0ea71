import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { ListingCardFacts } from "#domain/listing/listing-card-facts.ts";
import { estimatePayment } from "#domain/pricing/payment-estimate.ts";
import { listingTitle } from "#domain/listing/listing.ts";
import { formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";

const FIGURE = "num font-display text-[28px] leading-[1.15] font-extrabold";

/**
 * The payment for the first featured car that has one, with all it stands on. The rate is set as
 * large as the payment (Ontario Consumer Protection Act, s. 61).
 */
export function PaymentExample({ listings }: { listings: readonly ListingCardFacts[] }) {
  const locale = getLocale();
  const listing = listings.find((each) => estimatePayment(each) !== null);
  const estimate = listing && estimatePayment(listing);
  if (!listing || !estimate) return null;
  return (
    <div className="pay">
      <div className="xs muted">{listingTitle(listing)}</div>
      <div className={FIGURE}>
        {formatCad(Math.ceil(estimate.paymentCad), locale)}{" "}
        <span className="font-sans text-[15px] font-medium">{m.home_example_frequency()}</span>
      </div>
      <div className={FIGURE}>
        {formatPercent(estimate.aprPercent, locale)}{" "}
        <span className="font-sans text-[15px] font-medium">{m.home_example_apr()}</span>
      </div>
      <div className="xs muted mt-1">
        {m.home_example_terms({
          price: formatCad(listing.priceCad, locale),
          months: estimate.months,
          cost: formatCad(Math.ceil(estimate.costOfBorrowingCad), locale),
        })}
      </div>
    </div>
  );
}
