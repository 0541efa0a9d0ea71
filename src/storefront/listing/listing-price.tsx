import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { formatPercent } from "#vocabulary/format.ts";
import { formatCad, formatCadCents } from "#vocabulary/money.ts";
import type { ListingCardFacts } from "./listing-card-facts.ts";
import { estimatePayment, type PaymentEstimate } from "./listing-payment.ts";
import { isSold } from "./listing.ts";

const BIG = "num font-display text-[34px] leading-none font-extrabold";
const SECOND = "num font-display text-[20px] leading-tight font-bold";

/** Price, payment and the next step. A sold car keeps its price and leads to the cars for sale. */
export function ListingPrice({ listing }: { listing: ListingCardFacts }) {
  const locale = getLocale();
  const sold = isSold(listing);
  const estimate = sold ? null : estimatePayment(listing);
  return (
    <div className="card pad mt-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <div className="xs muted">{m.listing_price()}</div>
          <div className={BIG}>{formatCad(listing.priceCad, locale)}</div>
        </div>
        {estimate && <Payment estimate={estimate} />}
      </div>
      {estimate && (
        <p className="xs muted mt-4">
          {m.listing_payment_terms({
            months: estimate.months,
            cost: formatCad(estimate.costOfBorrowingCad, locale),
          })}
        </p>
      )}
      {sold ? (
        <>
          <p className="mt-4">{m.listing_sold_note()}</p>
          <Link
            to={`${paths.cars()}?type=${listing.bodyType}`}
            className={`${buttonClass({ block: true, size: "lg" })} mt-4`}
          >
            {m.listing_sold_more()}
          </Link>
        </>
      ) : (
        <Link
          to={paths.preApproval()}
          className={`${buttonClass({ block: true, size: "lg" })} mt-4`}
        >
          {m.listing_get_approved()}
        </Link>
      )}
    </div>
  );
}

function Payment({ estimate }: { estimate: PaymentEstimate }) {
  const locale = getLocale();
  return (
    <div className="text-right">
      <div className="xs muted">{m.listing_estimate()}</div>
      <div className={SECOND}>
        {formatCadCents(estimate.paymentCad, locale)}{" "}
        <span className="small muted font-sans font-normal">{m.listing_card_frequency()}</span>
      </div>
      <div className={SECOND}>
        {m.listing_card_apr({ rate: formatPercent(estimate.aprPercent, locale) })}
      </div>
    </div>
  );
}
