import {
  type CodesName,
  FACET_NAMES,
  FACETS,
  type FilterName,
  innerFacet,
  isCodesFacet,
  isNamesFacet,
  isRangeFacet,
  isSetFacet,
  type NamesName,
  type RangeName,
  type SetName,
} from "#domain/search/facets.ts";

/** Facets whose values have few numbers: codes, and the steps of amounts. */
export type ListedName = CodesName | RangeName;

export const LISTED: readonly ListedName[] = [
  ...FACET_NAMES.filter(isCodesFacet),
  ...FACET_NAMES.filter(isRangeFacet),
];
export const RANGES: readonly RangeName[] = FACET_NAMES.filter(isRangeFacet);
export const SETS: readonly SetName[] = FACET_NAMES.filter(isSetFacet);
/** Names that no other names stand within. Of the others (makes) those within say which they are. */
export const NAMED: readonly NamesName[] = FACET_NAMES.filter(isNamesFacet).filter(
  (name) => innerFacet(name) === null,
);

/** What the database says of a car: codes and names by number, several of a set, amounts as they are. */
export type FacetColumns = Readonly<
  Record<Exclude<FilterName, SetName>, number> & Record<SetName, readonly number[]>
>;

/** The number that a car is counted under: of a code its position from 1, of an amount its step. */
export function readNumber(name: ListedName, columns: FacetColumns): number {
  return isRangeFacet(name) ? findStep(name, columns[name]) : columns[name];
}

/** The step that an amount is counted under, from 0; beyond the ends at the ends. */
export function findStep(name: RangeName, amount: number): number {
  const { first, size, count, rounding } = FACETS[name].steps;
  const exact = (amount - first) / size;
  const step = rounding === "up" ? Math.ceil(exact) : Math.floor(exact);
  return Math.min(Math.max(step, 0), count - 1);
}

/** How many numbers there are, 0 among them. */
export function countNumbers(name: ListedName | SetName): number {
  return isRangeFacet(name) ? FACETS[name].steps.count : FACETS[name].codes.length + 1;
}

type Place = { name: ListedName; shift: number; mask: number };
/** Facets that share a column: one look at a car counts it for all of them. */
export type Group = { places: readonly Place[]; size: number };

/** The counts of a group lie in the processor's nearest memory. */
const MOST_BITS = 13;

export const GROUPS: readonly Group[] = groupFacets();

function groupFacets(): Group[] {
  const groups: { places: Place[]; bits: number }[] = [];
  const byBits = LISTED.map((name) => ({ name, bits: Math.ceil(Math.log2(countNumbers(name))) }));
  for (const { name, bits } of byBits.toSorted((a, b) => b.bits - a.bits)) {
    let group = groups.find((each) => each.bits + bits <= MOST_BITS);
    if (!group) groups.push((group = { places: [], bits: 0 }));
    group.places.push({ name, shift: group.bits, mask: 2 ** bits - 1 });
    group.bits += bits;
  }
  return groups.map(({ places, bits }) => ({ places, size: 2 ** bits }));
}

/** The group of a facet and its place in there. */
export function findPlace(name: ListedName): Place & { group: number } {
  const group = GROUPS.findIndex(({ places }) => places.some((place) => place.name === name));
  const place = GROUPS[group]?.places.find((each) => each.name === name);
  if (!place) throw new Error(`No group holds the facet ${name}.`);
  return { ...place, group };
}

export function packNumbers({ places }: Group, columns: FacetColumns): number {
  return places.reduce((sum, { name, shift }) => sum + (readNumber(name, columns) << shift), 0);
}
