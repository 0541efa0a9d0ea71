import { CODES_A_COLUMN } from "#domain/search/facet-kinds.ts";
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

const LISTED: readonly ListedName[] = [
  ...FACET_NAMES.filter(isCodesFacet),
  ...FACET_NAMES.filter(isRangeFacet),
];
export const RANGES: readonly RangeName[] = FACET_NAMES.filter(isRangeFacet);
export const SETS: readonly SetName[] = FACET_NAMES.filter(isSetFacet);
/** Names that no other names stand within. Of the others (makes) those within say which they are. */
export const NAMED: readonly NamesName[] = FACET_NAMES.filter(isNamesFacet).filter(
  (name) => innerFacet(name) === null,
);

/**
 * What the database says of a car: codes and names by number, of a set a bit a code (the first is the
 * lowest), amounts as they are.
 */
export type FacetColumns = Readonly<Record<FilterName, number>>;

/** The number that a car is counted under: of a code its position from 1, of an amount its step. */
function readNumber(name: ListedName, columns: FacetColumns): number {
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

/** Where the numbers of each facet of codes, steps or a set begin when all stand in one row. */
const OFFSETS = new Map<ListedName | SetName, number>();
let nextOffset = 0;
for (const name of [...LISTED, ...SETS]) {
  OFFSETS.set(name, nextOffset);
  nextOffset += countNumbers(name);
}
export const ALL_NUMBERS = nextOffset;

export function findOffset(name: ListedName | SetName): number {
  const offset = OFFSETS.get(name);
  if (offset === undefined) throw new Error(`The facet ${name} has no numbers.`);
  return offset;
}

/** Where a facet's numbers stand in a column, and where they begin in a row of all. */
type BitField = { name: ListedName; shift: number; mask: number; offset: number };

/**
 * What stands at one place of a car's row: the numbers of some facets packed together, so that one
 * look counts the car for all of them; some codes of a set, a bit each; or the number of a name
 * (`named` is its facet's place in NAMED).
 */
export type IndexColumn =
  | { kind: "listed"; bitFields: readonly BitField[]; size: number }
  | { kind: "set"; name: SetName; firstCode: number; size: number; offset: number }
  | { kind: "name"; name: NamesName; named: number };

/** The counts of a column lie in the processor's nearest memory. */
const MOST_BITS = 13;

export const INDEX_COLUMNS: readonly IndexColumn[] = [
  ...packListed(),
  ...SETS.flatMap((name) => splitSet(name)),
  ...NAMED.map((name, named): IndexColumn => ({ kind: "name", name, named })),
];

export const ALL_COLUMNS: readonly number[] = INDEX_COLUMNS.map((_, column) => column);

function packListed(): IndexColumn[] {
  const indexColumns: { bitFields: BitField[]; bits: number }[] = [];
  const byBits = LISTED.map((name) => ({ name, bits: Math.ceil(Math.log2(countNumbers(name))) }));
  for (const { name, bits } of byBits.toSorted((a, b) => b.bits - a.bits)) {
    let column = indexColumns.find((each) => each.bits + bits <= MOST_BITS);
    if (!column) indexColumns.push((column = { bitFields: [], bits: 0 }));
    column.bitFields.push({
      name,
      shift: column.bits,
      mask: 2 ** bits - 1,
      offset: findOffset(name),
    });
    column.bits += bits;
  }
  return indexColumns.map(({ bitFields, bits }) => ({
    kind: "listed",
    bitFields,
    size: 2 ** bits,
  }));
}

function splitSet(name: SetName): IndexColumn[] {
  const indexColumns: IndexColumn[] = [];
  for (let firstCode = 1; firstCode < countNumbers(name); firstCode += CODES_A_COLUMN) {
    indexColumns.push({
      kind: "set",
      name,
      firstCode,
      size: 2 ** CODES_A_COLUMN,
      offset: findOffset(name) + firstCode,
    });
  }
  return indexColumns;
}

/** The column of a facet's numbers; the first of a set's. */
export function findColumn(name: FilterName): number {
  const at = INDEX_COLUMNS.findIndex((column) =>
    column.kind === "listed"
      ? column.bitFields.some((bitField) => bitField.name === name)
      : column.name === name,
  );
  if (at < 0) throw new Error(`No lane holds the facet ${name}.`);
  return at;
}

/** Where a facet's numbers stand in a row. */
export function findBitField(name: ListedName): { column: number; shift: number; mask: number } {
  const at = findColumn(name);
  const column = INDEX_COLUMNS[at];
  const bitField = column?.kind === "listed" && column.bitFields.find((each) => each.name === name);
  if (!bitField) throw new Error(`The facet ${name} is not packed with others.`);
  return { column: at, shift: bitField.shift, mask: bitField.mask };
}

/** Where the bits of some codes of a set stand in a row. */
export function findBits(
  name: SetName,
  numbers: readonly number[],
): { column: number; bits: number }[] {
  return INDEX_COLUMNS.flatMap((column, at) => {
    if (column.kind !== "set" || column.name !== name) return [];
    const bitFields = numbers
      .map((number) => number - column.firstCode)
      .filter((position) => position >= 0 && position < CODES_A_COLUMN);
    return bitFields.length > 0
      ? [{ column: at, bits: bitFields.reduce((bits, position) => bits | (1 << position), 0) }]
      : [];
  });
}

/** @param numberName the number that the index gives to a name, by that of the database */
export function readColumn(
  column: IndexColumn,
  columns: FacetColumns,
  numberName: (name: NamesName) => number,
): number {
  switch (column.kind) {
    case "listed":
      return column.bitFields.reduce(
        (sum, { name, shift }) => sum + (readNumber(name, columns) << shift),
        0,
      );
    case "set":
      return (columns[column.name] >>> (column.firstCode - 1)) & (column.size - 1);
    case "name":
      return numberName(column.name);
  }
}

/** Each number that stands in a column of codes, steps or a set, by its place in a row of all. */
export function unpackColumn(
  column: IndexColumn,
  value: number,
  visit: (at: number) => void,
): void {
  if (column.kind === "listed") {
    for (const { offset, shift, mask } of column.bitFields)
      visit(offset + ((value >>> shift) & mask));
  } else if (column.kind === "set") {
    for (let left = value, lowest = 0; left !== 0; left ^= lowest) {
      lowest = left & -left;
      visit(column.offset + 31 - Math.clz32(lowest));
    }
  }
}
