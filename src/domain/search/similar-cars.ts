import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import type { ProvinceCode } from "#values/province.ts";
import { NO_FILTERS, type SearchFilters } from "./search.ts";

/** The car to which others are compared; it is not in the result. */
export type SimilarTo = Pick<ListingCardFacts, "id" | "bodyType" | "priceCad" | "provinceCode">;

export const SIMILAR_COUNT = 4;
/** Only this number of the newest cars of the body type is considered. */
export const NEWEST_CONSIDERED = 400;

export function filterSimilar({ bodyType }: SimilarTo): SearchFilters {
  return { ...NO_FILTERS, bodyType: [bodyType] };
}

/**
 * The amounts that each implementation expresses in its own terms for another car: in SQL, or as a
 * function of it.
 */
export type LikenessLanguage<Amount> = {
  priceGapTo(priceCad: number): Amount;
  /** 0 for a car of the province. */
  elsewhere(provinceCode: ProvinceCode, costsCad: number): Amount;
  sum(one: Amount, other: Amount): Amount;
};

/** How different another car is: the least different first; among equals, the earlier id. */
export function measureLikeness<Amount>(
  { priceCad, provinceCode }: SimilarTo,
  language: LikenessLanguage<Amount>,
): Amount {
  // Being in another province counts as a price difference of a fifth.
  return language.sum(
    language.priceGapTo(priceCad),
    language.elsewhere(provinceCode, Math.floor(priceCad / 5)),
  );
}
