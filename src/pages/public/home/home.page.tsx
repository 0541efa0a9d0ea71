import type { Route } from "./+types/home.page.ts";
import { m } from "#messages/messages.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { CallBackSection } from "#pages/public/call-back/call-back-section.tsx";
import { homeQuestions } from "#pages/public/information/faq-content.ts";
import { FaqList } from "#pages/public/information/faq-list.tsx";
import { organizationData } from "#pages/public/information/organization-data.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { CarTypes } from "./car-types.tsx";
import { CreditFinancing } from "./credit-financing.tsx";
import { FeaturedCars } from "./featured-cars.tsx";
import { Hero } from "./hero.tsx";
import { HERO_PICTURE } from "./home-pictures.ts";
import { loadHome } from "./home.server.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { Reviews } from "./reviews.tsx";
import { Trust } from "./trust.tsx";
import { WhereWeWork } from "./where-we-work.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context);
}

export function links() {
  const hero = pictureSources(HERO_PICTURE.illustration, HERO_PICTURE.widthsPx);
  // Browsers that know no AVIF skip this and load the picture's own source.
  const preload = {
    rel: "preload",
    as: "image",
    type: "image/avif",
    fetchPriority: "high",
  } as const;
  return [{ ...preload, imageSrcSet: hero.avif, imageSizes: HERO_PICTURE.sizes }];
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.home_hero_title(),
    description: m.home_meta_description(),
    structuredData: organizationData(),
  });
}

/** SPEC.md §2 "Home page", in its order; what it leaves open are the cars, the trust and the places. */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { featured, reviews, served, reviewsWidgetUrl, isDemo } = loaderData;
  return (
    <>
      <Hero example={featured} />
      <HowItWorks />
      <CarTypes />
      <FeaturedCars listings={featured} />
      <Trust />
      <Reviews reviews={reviews} widgetUrl={reviewsWidgetUrl} />
      <CreditFinancing />
      <section className="sec top0">
        <div className="wrap faq-cb">
          <div>
            <h2 className="mb-5">{m.home_faq_title()}</h2>
            <FaqList questions={homeQuestions()} openFirst />
            <WhereWeWork served={served} isDemo={isDemo} />
          </div>
          <CallBackSection />
        </div>
      </section>
    </>
  );
}
