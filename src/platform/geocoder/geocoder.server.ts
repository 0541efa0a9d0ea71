import type { Point } from "#values/distance.ts";
import type { Locale } from "#values/locale.ts";
import type { RegionCode } from "#values/province.ts";

/** A place in Canada that a person may mean, as it is offered under the field. */
export type PlaceSuggestion = Point & {
  /** As people read it: "London, ON". */
  formatted: string;
  placeId: string;
  /** Territories too: whether we serve a place is decided elsewhere. Null where it is not known. */
  provinceCode: RegionCode | null;
  city: string | null;
};

export type PlaceSuggestions = {
  ok: true;
  places: PlaceSuggestion[];
  /** Who answered; a page credits them. */
  source: "gazetteer" | "geoapify";
};

/** Suggests places for what has been typed so far. It never fails: at worst it suggests nothing. */
export interface Geocoder {
  suggest(text: string, options: { locale: Locale; limit: number }): Promise<PlaceSuggestions>;
}
