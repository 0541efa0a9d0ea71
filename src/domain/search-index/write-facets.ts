import { stepAmount } from "#domain/search/facet-kinds.ts";
import {
  FACET_NAMES,
  type FacetName,
  FACETS,
  innerFacet,
  isNamesFacet,
  isRangeFacet,
  isSetFacet,
  type NamesName,
  type SetName,
} from "#domain/search/facets.ts";
import { type FacetCounts, RADII_KM } from "#domain/search/search.ts";
import type { CarIndex } from "./car-index.ts";
import type { CarTally } from "./car-tally.ts";
import { countNumbers, findOffset, type ListedName, NAMED } from "./facet-numbers.ts";
import type { SelectionTally } from "./tally-selection.ts";

type Counts = Record<string, number>;

/** What was counted by numbers, by the keys of the answer. */
export function writeFacets(
  index: CarIndex,
  { found, without, circles }: SelectionTally,
): Record<FacetName, FacetCounts> {
  const facets = FACET_NAMES.map((name): [FacetName, FacetCounts] => {
    const tally = without.get(name) ?? found;
    const counts =
      name === "distance"
        ? writeCircles(circles)
        : // What is chosen of a set narrows its other codes as well.
          writeCounts(index, name, isSetFacet(name) ? found : tally);
    return [name, { counts, without: tally.count }];
  });
  return Object.fromEntries(facets) as Record<FacetName, FacetCounts>;
}

function writeCircles(circles: Int32Array | null): Counts {
  const counts: Counts = {};
  circles?.forEach((count, at) => {
    if (count > 0) counts[RADII_KM[at]!] = count;
  });
  return counts;
}

function writeCounts(
  index: CarIndex,
  name: Exclude<FacetName, "distance">,
  tally: CarTally,
): Counts {
  if (isSetFacet(name)) return writeSet(name, tally);
  if (!isNamesFacet(name)) return writeListed(name, tally);
  const inner = innerFacet(name);
  return inner ? writeNames(index, inner, tally, "outers") : writeNames(index, name, tally, "keys");
}

function writeListed(name: ListedName, { numbers }: CarTally): Counts {
  const offset = findOffset(name);
  const counts: Counts = {};
  for (let number = 0; number < countNumbers(name); number += 1) {
    const count = numbers[offset + number]!;
    if (count === 0) continue;
    // 0 is none of the codes: the seller did not say.
    if (isRangeFacet(name)) counts[stepAmount(FACETS[name], number)] = count;
    else if (number > 0) counts[String(FACETS[name].codes[number - 1])] = count;
  }
  return counts;
}

function writeSet(name: SetName, { numbers }: CarTally): Counts {
  const first = findOffset(name) + 1;
  const counts: Counts = {};
  FACETS[name].codes.forEach((code, at) => {
    const count = numbers[first + at]!;
    if (count > 0) counts[code] = count;
  });
  return counts;
}

function writeNames(
  index: CarIndex,
  name: NamesName,
  tally: CarTally,
  by: "keys" | "outers",
): Counts {
  const keys = index.named.get(name)!.numbers[by];
  const numbered = tally.names[NAMED.indexOf(name)]!;
  const counts: Counts = {};
  for (const [number, key] of keys.entries()) {
    const count = numbered[number] ?? 0;
    if (count > 0 && key !== null) counts[key] = (counts[key] ?? 0) + count;
  }
  return counts;
}
