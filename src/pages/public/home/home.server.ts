import type { RouterContextProvider } from "react-router";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findNewestVinOffer, type VinOffer } from "#domain/sell-request/vin-offer.server.ts";
import { listShownReviews } from "#domain/review/review.server.ts";
import type { ShownReviews } from "#domain/review/review.ts";
import type { Question } from "#pages/public/information/faq.tsx";
import { listHomeQuestions } from "#pages/public/information/faq-questions.server.ts";
import { hasAllowedEmbeds } from "#pages/public/information/embeds.ts";
import {
  listServedProvinces,
  type ServedProvince,
} from "#pages/public/information/served-provinces.server.ts";
import { findReviewsElsewhere } from "#pages/public/review/reviews.server.ts";
import type { ReviewsElsewhere } from "#pages/public/review/reviews.tsx";
import { type ClaimWords, listClaimWords } from "./claim-words.server.ts";
import { env } from "#platform/env/env.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { findExampleCar } from "#domain/search/example-car.server.ts";
import { listTopBidListings } from "#domain/search/most-bids.server.ts";
import { listLandings } from "#domain/landing/landing-queries.server.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import type { LandingSubject } from "#domain/landing/landing.ts";
import type { PassingOn } from "#values/passing-on.ts";
import type { BodyType } from "#values/vehicle.ts";

const FEATURED_COUNT = 4;
const REVIEW_COUNT = 3;

/** The number of cars of a type for sale, and their landing page. */
export type TypeForSale = { count: number; path: string };

/** The makes with cars for sale, each with its models with cars for sale; sorted by name. */
export type NamedCars = readonly { name: string; models: readonly string[] }[];

/** The models with the most cars for sale: others are found by their make, or by a text search. */
const MOST_MODELS = 200;

export type HomeData = {
  /** Types without a car for sale are absent. */
  types: Partial<Record<BodyType, TypeForSale>>;
  cars: NamedCars;
  /** The offer for the VIN that the visitor sent, until they close it. */
  vinOffer: VinOffer | null;
  featured: ListingCardFacts[];
  /**
   * The car of the payment example. Null in French, where no picture of a car may be beside a
   * payment (0050).
   */
  example: ListingCardFacts | null;
  reviews: ShownReviews;
  reviewsElsewhere: ReviewsElsewhere;
  served: ServedProvince[];
  passingOn: PassingOn;
  questions: readonly Question[];
  claims: ClaimWords;
  /** The visitor allowed content of other companies to load by itself (/cookies). */
  hasAllowedEmbeds: boolean;
  isDemo: boolean;
};

/** Everything on the home page that comes from the database. */
export async function loadHome(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<HomeData> {
  const visitor = readVisitor({ context });
  const { locale } = visitor;
  const [vinOffer, featured, example, reviews, served, landings, settings] = await Promise.all([
    findNewestVinOffer(visitor),
    listTopBidListings(FEATURED_COUNT),
    locale === "fr" ? null : findExampleCar(),
    listShownReviews(locale, REVIEW_COUNT),
    listServedProvinces(),
    listLandings(),
    readShownSettings(),
  ]);
  const types = landings.flatMap(({ subject, count, path }) =>
    subject.kind === "bodyType" ? [[subject.bodyType, { count, path }] as const] : [],
  );
  return {
    types: Object.fromEntries(types),
    cars: nameCars(landings.map(({ subject }) => subject)),
    vinOffer,
    featured,
    example,
    reviews,
    served,
    passingOn: settings.passingOn,
    questions: listHomeQuestions(settings, locale),
    claims: listClaimWords(settings, locale),
    reviewsElsewhere: findReviewsElsewhere(),
    hasAllowedEmbeds: hasAllowedEmbeds(request),
    isDemo: env().DEMO,
  };
}

/** @param subjects sorted by their number of cars, highest first */
function nameCars(subjects: readonly LandingSubject[]): NamedCars {
  const models = subjects.filter((subject) => subject.kind === "model").slice(0, MOST_MODELS);
  return subjects
    .flatMap((subject) => (subject.kind === "make" ? [subject.make] : []))
    .toSorted((a, b) => a.localeCompare(b, "en"))
    .map((name) => ({
      name,
      models: models
        .flatMap(({ make, model }) => (make === name ? [model] : []))
        .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })),
    }));
}
