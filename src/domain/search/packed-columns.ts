import type { RangeFacet } from "./facet-kinds.ts";
import { type FacetName, findFacet } from "./facets.ts";

/** Names are numbered as they come: a model this many bits (search_model.id). */
const NAME_BITS = 15;

/**
 * Which facets share a column of `listing_search`, the highest bits first. Sixteen bits at most in a
 * smallint, one of them for the sign; the fewer columns, the fewer grouping sets of the one scan. A
 * make needs no place: its model says it. The distance depends on who asks.
 */
export const PACKED = {
  model_body: ["model", "bodyType", "seats", "cylinders"],
  year_price: ["year", "price"],
  km_driveline: ["km", "fuel", "transmission"],
  look: ["colour", "province", "drive", "seller", "condition"],
  city_id: ["city"],
} as const satisfies Record<string, readonly PackedFacet[]>;

export type PackedFacet = Exclude<FacetName, "make" | "distance">;
export type PackedColumn = keyof typeof PACKED;
export const PACKED_COLUMNS = Object.keys(PACKED) as readonly PackedColumn[];

/** Where the bits of a facet stand. */
type Place = { column: PackedColumn; shift: number; mask: number };

const PLACES: ReadonlyMap<FacetName, Place> = new Map(
  PACKED_COLUMNS.flatMap((column) => {
    let shift = 0;
    return facetsIn(column)
      .toReversed()
      .map((name): [FacetName, Place] => {
        const place = { column, shift, mask: 2 ** bitsOf(name) - 1 };
        shift += bitsOf(name);
        return [name, place];
      });
  }),
);

export function isPackedColumn(name: string): name is PackedColumn {
  return Object.hasOwn(PACKED, name);
}

export function isPacked(name: FacetName): name is PackedFacet {
  return PLACES.has(name);
}

export function placeOf(name: PackedFacet): Place {
  const place = PLACES.get(name);
  if (!place) throw new Error(`No packed column holds the facet ${name}.`);
  return place;
}

/** The number that a packed value holds for one of its facets. */
export function unpack(name: PackedFacet, packed: number): number {
  const { shift, mask } = placeOf(name);
  return (packed >> shift) & mask;
}

export function facetsIn(column: PackedColumn): readonly PackedFacet[] {
  return PACKED[column];
}

/** The generated column that holds them, in SQL. */
export function packedExpression(column: PackedColumn): string {
  return facetsIn(column)
    .map((name) => {
      const { shift } = placeOf(name);
      const part = numberExpression(name);
      return shift === 0 ? part : `${part} * ${2 ** shift}`;
    })
    .join(" + ");
}

/** The column of `listing_search` that a facet filters by. */
export function searchColumn(name: FacetName): string {
  const facet = findFacet(name);
  if (facet.kind === "names") return `${name}_id`;
  return snakeCase(facet.kind === "range" ? facet.column : name);
}

function numberExpression(name: PackedFacet): string {
  const facet = findFacet(name);
  const column = searchColumn(name);
  if (facet.kind === "range") return stepExpression(facet, column);
  return facet.kind === "names" ? `${column}::integer` : column;
}

/** `stepOf` in SQL, in whole numbers. */
function stepExpression({ steps: { first, size, count, rounding } }: RangeFacet, column: string) {
  const above = `greatest(${first === 0 ? column : `${column} - ${first}`}, 0)`;
  const raised = rounding === "up" ? `(${above}::bigint + ${size - 1})` : above;
  return `least(${size === 1 ? raised : `${raised} / ${size}`}, ${count - 1})`;
}

function bitsOf(name: PackedFacet): number {
  const facet = findFacet(name);
  if (facet.kind === "codes") return Math.ceil(Math.log2(facet.codes.length + 1));
  return facet.kind === "range" ? Math.ceil(Math.log2(facet.steps.count)) : NAME_BITS;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
