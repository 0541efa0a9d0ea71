import { ArrowRight, Check } from "lucide-react";
import { preload } from "react-dom";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { formatCarName } from "#values/car-name.ts";
import {
  describeDown,
  describeFrequency,
  describeTaxes,
  usePaymentTerms,
} from "#pages/public/listing/your-budget.tsx";
import { estimatePayment } from "#domain/pricing/payment-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { paths } from "#site/paths.ts";
import { isOffered, site } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { HOME_CLAIMS } from "#site/offered.ts";
import { nameProvinces } from "#values/province-list.ts";
import { formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { HeroSearch } from "./hero-search.tsx";
import { HERO_PICTURE } from "./home-pictures.ts";
import type { HomeData, NamedCars } from "./home.server.ts";

/** The car of the payment example is the car in the picture. */
export function Hero({
  example,
  cars,
  claims,
}: {
  example: ListingCardFacts | null;
  /** The makes and models that the search offers. */
  cars: NamedCars;
  claims: HomeData["claims"];
}) {
  const { terms, withheld } = usePaymentTerms();
  const quoted = example && estimatePayment(example, terms)?.paymentCad ? example : null;
  const ticks = HOME_CLAIMS.flatMap((claim) =>
    claim !== "trust" && site.homeClaims.includes(claim)
      ? claim === "provinces"
        ? nameProvinces(site.provinces)
        : claims[claim]
      : [],
  );
  return (
    <section className="hero">
      <div className="page-width">
        <div className="hero__text">
          <h1>{m.home_hero_title()}</h1>
          <p className="hero__lead">{m.home_hero_lead()}</p>
          <div className="hero__buttons">
            {isOffered("pre_approval") && (
              <Link
                to={paths.preApproval()}
                className={buttonClass({ variant: "white", size: "lg" })}
              >
                {m.home_get_approved()} <ArrowRight className="icon" aria-hidden />
              </Link>
            )}
            {isOffered("sell_car") && (
              <Link to={paths.sellCar()} className={buttonClass({ variant: "line", size: "lg" })}>
                {m.home_sell_your_car()}
              </Link>
            )}
          </div>
          <ul className="hero__ticks">
            {ticks.map((tick) => (
              <li key={tick}>
                <Check className="icon" aria-hidden /> {tick}
              </li>
            ))}
          </ul>
        </div>
        <HeroSearch cars={cars} />
        {/* The words beside it advertise credit (Quebec Consumer Protection Act, s. 244). */}
        {!withheld && (
          <div className="hero__car">
            <HeroCar quoted={quoted} />
          </div>
        )}
        {quoted && <PaymentExample listing={quoted} />}
      </div>
    </section>
  );
}

/** Always a drawing, even if the car has photos: it is cut out, without a background. */
function HeroCar({ quoted }: { quoted: ListingCardFacts | null }) {
  const { illustration, widthsPx, sizes } = HERO_PICTURE;
  const drawn = quoted ? { ...quoted.illustration, cutOut: true } : illustration;
  const source = pictureSources(drawn, widthsPx);
  // Browsers without AVIF ignore this and load the picture's own source.
  preload(source.src, {
    as: "image",
    type: "image/avif",
    fetchPriority: "high",
    imageSrcSet: source.avif,
    imageSizes: sizes,
  });
  const alt = quoted ? m.home_hero_quoted({ car: formatCarName(quoted) }) : m.home_hero_picture();
  return <Picture source={source} alt={alt} sizes={sizes} priority />;
}

const FIGURE = "figures font-display text-page-title leading-[1.15] font-extrabold";

/**
 * The payment for the shown car, with everything that it is based on. The rate has the same type
 * size as the payment (Ontario Consumer Protection Act, s. 61).
 */
function PaymentExample({ listing }: { listing: ListingCardFacts }) {
  const locale = getLocale();
  const { terms } = usePaymentTerms();
  const estimate = estimatePayment(listing, terms);
  if (!estimate) return null;
  return (
    <div className="hero__payment">
      <div className="fine-print muted">{formatCarName(listing)}</div>
      <div className={FIGURE}>
        {formatCad(Math.ceil(estimate.paymentCad), locale)}{" "}
        <span className="font-sans text-label font-medium">
          {describeFrequency(estimate.frequency)}
        </span>
      </div>
      <div className={FIGURE}>
        {formatPercent(estimate.aprPercent, locale)}{" "}
        <span className="font-sans text-label font-medium">{m.home_example_apr()}</span>
      </div>
      <div className="fine-print muted mt-1">
        {m.home_example_terms({
          down: describeDown(estimate.downCad),
          price: formatCad(listing.priceCad, locale),
          months: estimate.months,
          taxes: describeTaxes(estimate.taxes),
          cost: formatCad(Math.ceil(estimate.costOfBorrowingCad), locale),
        })}
      </div>
    </div>
  );
}
