import { stepAmount } from "#domain/search/facet-kinds.ts";
import {
  FACETS,
  FILTER_NAMES,
  type FilterName,
  findFacet,
  isNamesFacet,
  isRangeFacet,
  type RangeName,
} from "#domain/search/facets.ts";
import type { SearchDictionary } from "#domain/search/search-dictionary.server.ts";
import type { FacetDescriptor, FacetValues } from "#packages/faceted-index";
import { makeRecord } from "#values/record.ts";

/**
 * A car's facets as the database has them: codes and names as numbers, a set as one bit per code
 * (the first is the lowest), amounts as they are.
 */
export type FacetNumbers = Readonly<Record<FilterName, number>>;

/**
 * In the index: codes by their position from 1, a set as one bit per code, amounts by their step,
 * names as they are.
 */
export const FACET_DESCRIPTORS = makeRecord(FILTER_NAMES, (name): FacetDescriptor => {
  const facet = findFacet(name);
  switch (facet.kind) {
    case "codes":
      return { kind: "value", values: facet.codes.length + 1 };
    case "range":
      return { kind: "value", values: facet.steps.count };
    case "set":
      return { kind: "bits", bits: facet.codes.length };
    case "names":
      return { kind: "name" };
    case "distance":
      throw new Error("The distance is no number of a car.");
  }
});

/** The values by which a car is counted. */
export function readFacets(
  numbers: FacetNumbers,
  dictionary: SearchDictionary,
): FacetValues<FilterName> {
  return makeRecord(FILTER_NAMES, (name) => {
    if (isRangeFacet(name)) return findStep(name, numbers[name]);
    return isNamesFacet(name)
      ? (dictionary[name].nameOf.get(numbers[name]) ?? NO_NAME)
      : numbers[name];
  });
}

const NO_NAME = "";

/** The step of an amount, from 0; amounts beyond the ends belong to the first or last step. */
function findStep(name: RangeName, amount: number): number {
  const { first, size, count, rounding } = FACETS[name].steps;
  const exact = (amount - first) / size;
  const step = rounding === "up" ? Math.ceil(exact) : Math.floor(exact);
  return Math.min(Math.max(step, 0), count - 1);
}

/** The whole amounts that are counted under each step. */
export function listSteps(name: RangeName): { number: number; min: number; max: number }[] {
  const { first, size, count, rounding } = FACETS[name].steps;
  return Array.from({ length: count }, (_, number) => {
    const min = first + number * size - (rounding === "up" ? size - 1 : 0);
    return {
      number,
      min: number === 0 ? -Infinity : min,
      max: number === count - 1 ? Infinity : min + size - 1,
    };
  });
}

/**
 * Counts by the keys of the search result; values that no car has are absent.
 *
 * @param names for a facet of names, in the order of its counts
 */
export function writeCounts(
  name: FilterName,
  counts: Int32Array,
  names: readonly string[],
): Record<string, number> {
  const facet = findFacet(name);
  const keyOf = (at: number): string | number | undefined => {
    switch (facet.kind) {
      // 0 is none of the codes: the seller did not say.
      case "codes":
        return facet.codes[at - 1];
      case "set":
        return facet.codes[at];
      case "range":
        return stepAmount(facet, at);
      default:
        return names[at] === NO_NAME ? undefined : names[at];
    }
  };
  const written: Record<string, number> = {};
  counts.forEach((count, at) => {
    const key = count > 0 ? keyOf(at) : undefined;
    if (key !== undefined) written[key] = count;
  });
  return written;
}
