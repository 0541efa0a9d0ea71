import { ArrowRight, Check } from "lucide-react";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { estimatePayment } from "#domain/pricing/payment-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { HERO_PICTURE } from "./home-pictures.ts";

export function Hero({ example }: { example: readonly ListingCardFacts[] }) {
  const ticks = [
    m.home_hero_tick_time(),
    m.home_hero_tick_provinces(),
    m.home_hero_tick_languages(),
  ];
  return (
    <section className="hero">
      <div className="wrap">
        <div className="tx">
          <h1>{m.home_hero_title()}</h1>
          <p className="lead">{m.home_hero_lead()}</p>
          <div className="cta">
            <Link to={paths.preApproval()} className={buttonClass({ look: "white", size: "lg" })}>
              {m.home_get_approved()} <ArrowRight className="ic" aria-hidden />
            </Link>
            <Link to={paths.sellCar()} className={buttonClass({ look: "line", size: "lg" })}>
              {m.home_sell_your_car()}
            </Link>
          </div>
          <ul className="ticks">
            {ticks.map((tick) => (
              <li key={tick}>
                <Check className="ic" aria-hidden /> {tick}
              </li>
            ))}
          </ul>
        </div>
        <div className="car">
          <Picture
            source={pictureSources(HERO_PICTURE.illustration, HERO_PICTURE.widthsPx)}
            alt={m.home_hero_picture()}
            sizes={HERO_PICTURE.sizes}
            priority
          />
        </div>
        <PaymentExample listings={example} />
      </div>
    </section>
  );
}

const FIGURE = "num font-display text-[28px] leading-[1.15] font-extrabold";

/**
 * The payment for the first featured car that has one, with all it stands on. The rate is set as
 * large as the payment (Ontario Consumer Protection Act, s. 61).
 */
function PaymentExample({ listings }: { listings: readonly ListingCardFacts[] }) {
  const locale = getLocale();
  const listing = listings.find((each) => estimatePayment(each) !== null);
  const estimate = listing && estimatePayment(listing);
  if (!listing || !estimate) return null;
  return (
    <div className="pay">
      <div className="xs muted">{formatListingTitle(listing)}</div>
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
