import { PROVINCES } from "#values/province.ts";
import { BODY_TYPES, COLOURS, CONDITIONS, DRIVES, FUELS, TRANSMISSIONS } from "#values/vehicle.ts";
import { FIRST_YEAR, KM_STEP, PRICE_STEP_CAD } from "./search-bucket.ts";
import { SELLER_KINDS } from "./search.ts";

/**
 * The lists behind the small numbers of `listing_search`: a code's number is its position from 1, 0
 * is none of them. The migration that fills the table holds the same lists, in the same order.
 */
export const NUMBERED = {
  bodyType: BODY_TYPES,
  colour: COLOURS,
  province: PROVINCES,
  fuel: FUELS,
  transmission: TRANSMISSIONS,
  drive: DRIVES,
  condition: CONDITIONS,
} as const satisfies Record<string, readonly string[]>;
export type NumberedFacet = keyof typeof NUMBERED;

/** The numbers of codes; a code that is none of ours is left out. */
export function numbersOf(facet: NumberedFacet, codes: readonly string[]): number[] {
  const list: readonly string[] = NUMBERED[facet];
  return codes.map((code) => list.indexOf(code) + 1).filter((number) => number > 0);
}

export function codeOf(facet: NumberedFacet, number: number): string | null {
  return NUMBERED[facet][number - 1] ?? null;
}

/** The columns that pack several facets, unfolded. Null: counted under no value. */
export const UNPACK = {
  year_price: (packed: number) => ({
    year: String(FIRST_YEAR + (packed >> 6)),
    price: String((packed & 63) * PRICE_STEP_CAD),
  }),
  km_driveline: (packed: number) => ({
    km: String((packed >> 5) * KM_STEP),
    fuel: codeOf("fuel", (packed >> 2) & 7),
    transmission: codeOf("transmission", packed & 3),
  }),
  look: (packed: number) => ({
    colour: codeOf("colour", packed >> 10),
    province: codeOf("province", (packed >> 6) & 15),
    drive: codeOf("drive", (packed >> 3) & 7),
    seller: SELLER_KINDS[(packed >> 2) & 1] ?? null,
    condition: codeOf("condition", packed & 3),
  }),
} as const;
