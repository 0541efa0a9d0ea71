import { CODES_A_COLUMN, type PackedColumn, type RangeFacet } from "./facet-kinds.ts";
import { FACET_NAMES, type FacetName, FACETS, findFacet, isSetFacet } from "./facets.ts";

/**
 * Names are numbered in the order in which they first occur. A model number needs this many bits
 * (search_model.id).
 */
const NAME_BITS = 15;

/** The facets of each packed column, the highest bits first, in the order of their positions. */
const PACKED: ReadonlyMap<string, readonly FacetName[]> = Map.groupBy(
  FACET_NAMES.filter((name) => packedIn(name)).toSorted(
    (one, other) => (packedIn(one)?.[1] ?? 0) - (packedIn(other)?.[1] ?? 0),
  ),
  (name) => packedIn(name)?.[0] ?? "",
);

/** The set whose codes are the bits of a column, and the number of the code of the lowest bit. */
const SET_BITS: ReadonlyMap<string, { name: FacetName; firstCode: number }> = new Map(
  FACET_NAMES.filter(isSetFacet).flatMap((name) =>
    FACETS[name].packed.map((column, at) => [column, { name, firstCode: at * CODES_A_COLUMN + 1 }]),
  ),
);

/** Each has its grouping set in the single scan of the search: the fewer columns, the faster. */
export const PACKED_COLUMNS = [...PACKED.keys(), ...SET_BITS.keys()];

function packedIn(name: FacetName): readonly [PackedColumn, number] | undefined {
  const facet = findFacet(name);
  return facet.kind === "distance" || facet.kind === "set" ? undefined : facet.packed;
}

/** The position of a facet's bits. */
type BitField = { column: string; shift: number; mask: number };

const BIT_FIELDS: ReadonlyMap<FacetName, BitField> = new Map(
  [...PACKED.keys()].flatMap((column) => {
    let shift = 0;
    return facetsIn(column)
      .toReversed()
      .map((name): [FacetName, BitField] => {
        const bitField = { column, shift, mask: 2 ** countBits(name) - 1 };
        shift += countBits(name);
        return [name, bitField];
      });
  }),
);

/** The facets that share a column; empty if the name is not a packed column's. */
export function facetsIn(column: string): readonly FacetName[] {
  const set = SET_BITS.get(column);
  return set ? [set.name] : (PACKED.get(column) ?? []);
}

export function isPacked(name: FacetName): boolean {
  return BIT_FIELDS.has(name);
}

export function findPackedBitField(name: FacetName): BitField {
  const bitField = BIT_FIELDS.get(name);
  if (!bitField) throw new Error(`No packed column holds the facet ${name}.`);
  return bitField;
}

/** The numbers in a value of a packed column, each with its facet. */
export function unpack(column: string, packed: number): [FacetName, number][] {
  const set = SET_BITS.get(column);
  if (set) {
    return Array.from({ length: CODES_A_COLUMN }, (_, bit) => bit)
      .filter((bit) => (packed & (1 << bit)) !== 0)
      .map((bit) => [set.name, set.firstCode + bit]);
  }
  return facetsIn(column).map((name) => {
    const { shift, mask } = findPackedBitField(name);
    return [name, (packed >> shift) & mask];
  });
}

/** The SQL expression of the generated column. */
export function packedExpression(column: PackedColumn): string {
  const set = SET_BITS.get(column);
  if (set) {
    const { name, firstCode } = set;
    return Array.from({ length: CODES_A_COLUMN }, (_, bit) => bit)
      .map((bit) => {
        const has = `(${searchColumn(name)} @> '{${firstCode + bit}}'::smallint[])::integer`;
        return bit === 0 ? has : `${has} * ${2 ** bit}`;
      })
      .join(" + ");
  }
  return facetsIn(column)
    .map((name) => {
      const { shift } = findPackedBitField(name);
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

function numberExpression(name: FacetName): string {
  const facet = findFacet(name);
  const column = searchColumn(name);
  if (facet.kind === "range") return stepExpression(facet, column);
  return facet.kind === "names" ? `${column}::integer` : column;
}

/** The step under which an amount is counted, from 0, as an SQL expression in integers. */
function stepExpression({ steps: { first, size, count, rounding } }: RangeFacet, column: string) {
  const above = `greatest(${first === 0 ? column : `${column} - ${first}`}, 0)`;
  const raised = rounding === "up" ? `(${above}::bigint + ${size - 1})` : above;
  return `least(${size === 1 ? raised : `${raised} / ${size}`}, ${count - 1})`;
}

function countBits(name: FacetName): number {
  const facet = findFacet(name);
  if (facet.kind === "codes") return Math.ceil(Math.log2(facet.codes.length + 1));
  return facet.kind === "range" ? Math.ceil(Math.log2(facet.steps.count)) : NAME_BITS;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
