import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import type { ProvinceCode } from "#values/province.ts";
import { NO_FILTERS, type SearchFilters } from "./search.ts";

/** The car that others are to be like; itself is none of them. */
export type SimilarTo = Pick<ListingCardFacts, "id" | "bodyType" | "priceCad" | "provinceCode">;

export const SIMILAR_COUNT = 4;
/** The newest cars of the body type are looked at, however many there are. */
export const NEWEST_CONSIDERED = 400;

export function filterSimilar({ bodyType }: SimilarTo): SearchFilters {
  return { ...NO_FILTERS, bodyType: [bodyType] };
}

/** What each implementation says in its own way of another car: in SQL, or as a function of it. */
export type LikenessLanguage<Amount> = {
  priceGapTo(priceCad: number): Amount;
  /** Nothing for a car of the province. */
  elsewhere(provinceCode: ProvinceCode, costsCad: number): Amount;
  sum(one: Amount, other: Amount): Amount;
};

/** How far another car is from being like it: the least first, of the same the earlier id. */
export function measureLikeness<Amount>(
  { priceCad, provinceCode }: SimilarTo,
  language: LikenessLanguage<Amount>,
): Amount {
  // Elsewhere counts as a price that is a fifth further off.
  return language.sum(
    language.priceGapTo(priceCad),
    language.elsewhere(provinceCode, Math.floor(priceCad / 5)),
  );
}
