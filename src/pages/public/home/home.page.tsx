import { lazy } from "react";
import { BadgeDollarSign, EyeOff, LockKeyhole, Scale } from "lucide-react";
import type { Route } from "./+types/home.page.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { CallBackSection } from "#pages/public/call-back/call-back-form.tsx";
import { nameBodyTypes } from "#domain/landing/landing-name.ts";
import { TYPE_PICTURES } from "#pages/public/cars/type-pictures.ts";
import { FaqList } from "#pages/public/information/faq.tsx";
import { WhereWeWork } from "#pages/public/information/where-we-work.tsx";
import { ListingCard, PaymentAssumptions } from "#pages/public/listing/listing-card.tsx";
import { ProvinceChoice } from "#pages/public/listing/province-choice.tsx";
import { Reviews } from "#pages/public/review/reviews.tsx";
import { paths } from "#site/paths.ts";
import { isOffered, organizationData, site, webSiteData } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { CachedHtml } from "#ui/cached-html.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { Picture } from "#ui/picture.tsx";
import { Reveal } from "#ui/reveal.tsx";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { formatNumber } from "#values/format.ts";
import { bodyTypeLabel } from "#values/vehicle-label.ts";
import { BODY_TYPES, type BodyType } from "#values/vehicle.ts";
import { CreditFinancing } from "./credit-financing.tsx";
import { Hero } from "./hero.tsx";
import stylesheet from "./home.page.css?url";
import { type HomeData, loadHome, type TypeForSale } from "./home.server.ts";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadHome(context, request);
}

export function links() {
  return [pageStyle(stylesheet)];
}

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.home_hero_title(),
    description: m.home_meta_description(),
    structuredData: (origin) => ({
      "@context": "https://schema.org",
      "@graph": [organizationData(origin), webSiteData(origin)],
    }),
  });
}

/** Only for visitors who have just sent a VIN: no other browser fetches it. */
const VinOfferResult = lazy(async () => {
  const module = await import("#pages/public/sell-car/vin-offer-result.tsx");
  return { default: module.VinOfferResult };
});

/**
 * SPEC.md §2 "Home page", in its order; it does not specify the cars, the trust section and the
 * cities.
 */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { types, cars, featured, example, reviews, reviewsElsewhere, hasAllowedEmbeds } =
    loaderData;
  const { served, isDemo, vinOffer, passingOn, questions, claims } = loaderData;
  return (
    <>
      {vinOffer && (
        <div className="vin-offer-on-home">
          <div className="page-width">
            <VinOfferResult offer={vinOffer} isDismissible />
          </div>
        </div>
      )}
      <HydrationBoundary>
        <Hero example={example} cars={cars} claims={claims} />
      </HydrationBoundary>
      <HydrationBoundary>
        {isOffered("pre_approval") && <HowItWorks passingOn={passingOn} />}
        <CarTypes types={types} />
      </HydrationBoundary>
      <HydrationBoundary>
        <FeaturedCars listings={featured} />
      </HydrationBoundary>
      <HydrationBoundary>
        {site.homeClaims.includes("trust") && <Trust claims={claims} />}
        <Reviews shown={reviews} elsewhere={reviewsElsewhere} isAllowed={hasAllowedEmbeds} />
        {isOffered("credit_application") && <CreditFinancing />}
      </HydrationBoundary>
      <section className="home-section home-section--joined">
        <div className="page-width faq-beside-call-back">
          <div>
            {questions.length > 0 && (
              <>
                <h2 className="mb-5">{m.home_faq_title()}</h2>
                <FaqList questions={questions} />
              </>
            )}
            <WhereWeWork served={served} isDemo={isDemo} isFolded />
          </div>
          <HydrationBoundary>
            <CallBackSection />
          </HydrationBoundary>
        </div>
      </section>
    </>
  );
}

const APPROVED = {
  at_once: m.home_step_approved_text,
  after_staff: m.home_step_approved_text_after_staff,
} as const;

function HowItWorks({ passingOn }: Pick<HomeData, "passingOn">) {
  const steps = [
    { title: m.home_step_apply_title(), text: m.home_step_apply_text() },
    { title: m.home_step_approved_title(), text: APPROVED[passingOn]() },
    { title: m.home_step_drive_title(), text: m.home_step_drive_text() },
  ];
  return (
    <section className="home-section">
      <div className="page-width">
        <div className="home-section__head">
          <h2>{m.home_how_title()}</h2>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its steps scroll sideways */}
        <ol className="card-row how-it-works" tabIndex={0}>
          {steps.map(({ title, text }, index) => (
            <Reveal as="li" key={title} className="how-it-works__step">
              <span className="how-it-works__number" aria-hidden>
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </Reveal>
          ))}
        </ol>
      </div>
    </section>
  );
}

/**
 * SPEC.md §2: six types, each with picture and name, not clickable; the links to them are below.
 */
function CarTypes({ types }: Pick<HomeData, "types">) {
  return (
    <section className="home-section home-section--subtle">
      <div className="page-width">
        <div className="home-section__head">
          <div>
            <h2>{m.home_types_title()}</h2>
            {isEmpty(types) && <p>{m.home_types_soon()}</p>}
          </div>
        </div>
        <CachedHtml as="div" className="card-row body-types" of={TypePictures} props={{ types }} />
      </div>
    </section>
  );
}

/** Of a site without a car for sale, which says so once and not on each tile. */
const isEmpty = (types: HomeData["types"]) => Object.keys(types).length === 0;

function TypePictures({ types }: Pick<HomeData, "types">) {
  const locale = getLocale();
  return BODY_TYPES.map((bodyType) => {
    const { illustration, widthsPx, sizes } = TYPE_PICTURES[bodyType];
    return (
      <Reveal key={bodyType} className="body-types__type">
        <h3>{bodyTypeLabel(bodyType, locale)}</h3>
        <Picture
          source={pictureSources(illustration, widthsPx)}
          alt={m.home_type_picture({ type: bodyTypeLabel(bodyType, locale) })}
          sizes={sizes}
        />
        {!isEmpty(types) && <TypeLink bodyType={bodyType} forSale={types[bodyType]} />}
      </Reveal>
    );
  });
}

function TypeLink({ bodyType, forSale }: { bodyType: BodyType; forSale?: TypeForSale }) {
  if (!forSale) return <p className="body-types__link muted">{m.home_type_none()}</p>;
  const { count, path } = forSale;
  const locale = getLocale();
  const text =
    count === 1
      ? m.home_type_one({ type: bodyTypeLabel(bodyType, locale) })
      : m.home_type_many({ count: formatNumber(count, locale), types: nameBodyTypes(bodyType) });
  return (
    <p className="body-types__link">
      <Link className="link" to={path}>
        {text}
      </Link>
    </p>
  );
}

/** The live listings with the most bids; renders nothing if no car is for sale. */
function FeaturedCars({ listings }: { listings: readonly ListingCardFacts[] }) {
  if (listings.length === 0) return null;
  return (
    <section className="home-section">
      <div className="page-width">
        <div className="home-section__head">
          <div>
            <h2>{m.home_featured_title()}</h2>
            <p>{m.home_featured_text()}</p>
          </div>
          <Link to={paths.cars()} className={buttonClass({ variant: "ghost" })}>
            {m.home_featured_all()}
          </Link>
        </div>
        <div className="card-row gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {listings.map((listing) => (
            <Reveal key={listing.id}>
              <ListingCard listing={listing} />
            </Reveal>
          ))}
        </div>
        <ProvinceChoice className="mt-5" />
        <PaymentAssumptions of={listings} className="mt-3 max-w-reading" />
      </div>
    </section>
  );
}

/** Answers to what applicants are afraid of. */
function Trust({ claims }: Pick<HomeData, "claims">) {
  const facts = [
    { Icon: EyeOff, title: claims.trust_check_title, text: claims.trust_check_text },
    { Icon: BadgeDollarSign, title: claims.trust_cost_title, text: claims.trust_cost_text },
    { Icon: LockKeyhole, title: claims.trust_data_title, text: claims.trust_data_text },
    { Icon: Scale, title: claims.trust_promise_title, text: claims.trust_promise_text },
  ];
  return (
    <section className="home-section home-section--subtle">
      <div className="page-width">
        <div className="home-section__head">
          <div>
            <h2>{m.home_trust_title()}</h2>
            <p>{m.home_trust_lead()}</p>
          </div>
          <Link to={paths.privacy()}>{m.home_trust_privacy()}</Link>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its cards scroll sideways */}
        <ul className="card-row gap-5 sm:grid-cols-2 lg:grid-cols-4" tabIndex={0}>
          {facts.map(({ Icon, title, text }) => (
            <Reveal as="li" key={title} className="card trust-fact">
              <Icon className="icon text-primary-text" aria-hidden />
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </Reveal>
          ))}
        </ul>
      </div>
    </section>
  );
}
