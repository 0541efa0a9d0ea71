import type { listingTable } from "#domain/listing/listing.table.ts";
import type { Locale } from "#values/locale.ts";

export const SELLER_KINDS = ["private", "dealer"] as const;
type SellerKind = (typeof SELLER_KINDS)[number];

/** The columns of a listing, and the kind of its seller. */
export type Said = typeof listingTable.$inferSelect & { seller: SellerKind };
type SaidColumn = keyof Said;

/** Both ends are included; null means open. */
export type Range = { min: number | null; max: number | null };

export type Code = string | number;

/** How the filter column of the page shows a facet. */
type Control = "budget" | "tiles" | "swatches" | "checks" | "from_to" | "up_to";

type Shown = {
  /** Its query parameter; a range has the parameters `…Min` and `…Max`. */
  param: string;
  /** Its heading, and its name on the chip that removes the filter. */
  heading(): string;
  /** Null: it is shown inside another facet, or in the search bar. */
  control: Control | null;
  /** Unfolded at first, even if nothing is chosen. */
  startsOpen?: true;
  /** A page for one of its values may be indexed by search engines. */
  isLanding?: true;
};

/**
 * Its position among the facets that share a column of `listing_search`, the highest bits first
 * (packed-columns.ts). A make needs none, because its model implies it.
 */
type Packed = { packed?: readonly [PackedColumn, number] };
export type PackedColumn =
  | "model_body"
  | "year_price"
  | "km_driveline"
  | "look"
  | "city_id"
  | "declared"
  | "features_first"
  | "features_last";

/** A closed list of codes. The number of a code is its position from 1; 0 means none of them. */
export type CodesFacet<Each extends Code = Code, Column extends SaidColumn = SaidColumn> = Shown &
  Packed & {
    kind: "codes";
    codes: readonly Each[];
    /** Its column in `listing`. */
    column: Column;
    /** A seller may leave it out. */
    isOptional?: true;
    label(code: Each, locale: Locale): string;
    /** The order of its values on the page, if it is not the list's own. */
    inOrder?(locale: Locale): readonly Each[];
    /** The values that the page offers, if not all; addresses accept the others too. */
    offered?: readonly Each[];
  };

/**
 * A closed list of codes of which a car has any number. A car must have every chosen one, so each
 * code is counted among the cars that match the others. In every other list, chosen codes are
 * alternatives.
 */
export type SetFacet<Each extends Code = Code, Column extends SaidColumn = SaidColumn> = Shown & {
  kind: "set";
  codes: readonly Each[];
  column: Column;
  /** The columns with one bit for each code, `CODES_A_COLUMN` in each, in the order of the list. */
  packed: readonly PackedColumn[];
  label(code: Each, locale: Locale): string;
};

/** With 8 bits, a grouping set has at most 256 rows. */
export const CODES_A_COLUMN = 8;

/**
 * Names as sellers write them, numbered in the order in which they first occur
 * (`SearchDictionary`).
 */
export type NamesFacet<Column extends SaidColumn = SaidColumn> = Shown &
  Packed & {
    kind: "names";
    column: Column;
    /** The facet to which its names belong: their keys are "Honda_CR-V", and they narrow it. */
    within?: "make" | "province";
    label(key: string, locale: Locale): string;
  };

/**
 * Amounts with two ends, counted in steps so that the counts of a million cars fit on one screen.
 */
export type RangeFacet<Column extends SaidColumn = SaidColumn> = Shown &
  Packed & {
    kind: "range";
    column: Column;
    steps: {
      first: number;
      size: number;
      /** The last step includes everything beyond it. */
      count: number;
      /** Whether an amount between two steps counts as the lower or the higher one. */
      rounding: "down" | "up";
    };
    format(amount: number, locale: Locale): string;
    /** For `up_to`: the amounts to choose from, each the end of a step. */
    choices?: readonly number[];
  };

/** The circles around a location. */
export type DistanceFacet = Shown & { kind: "distance" };

export type Facet = CodesFacet | NamesFacet | RangeFacet | SetFacet | DistanceFacet;

type ColumnOf<Value> = {
  [Column in SaidColumn]: Said[Column] extends Value | null ? Column : never;
}[SaidColumn];

/** Accepts only a column that contains the codes of the list. */
export function codes<const Each extends Code, const Column extends ColumnOf<Each>>(
  facet: Omit<CodesFacet<Each, Column>, "kind">,
): CodesFacet<Each, Column> {
  return { kind: "codes", ...facet };
}

export function set<const Each extends Code, const Column extends ColumnOf<readonly Each[]>>(
  facet: Omit<SetFacet<Each, Column>, "kind">,
): SetFacet<Each, Column> {
  return { kind: "set", ...facet };
}

export function names<const Column extends ColumnOf<string>>(
  facet: Omit<NamesFacet<Column>, "kind">,
): NamesFacet<Column> {
  return { kind: "names", ...facet };
}

export function range<const Column extends ColumnOf<number>>(
  facet: Omit<RangeFacet<Column>, "kind">,
): RangeFacet<Column> {
  return { kind: "range", ...facet };
}

/** "Honda_CR-V", "ON_Toronto": a name within another one, as in keys and addresses. */
export function nameKey(outer: string, inner: string): string {
  return `${outer}_${inner}`;
}

/** The first underscore separates, because makes and provinces contain none. */
export function splitNameKey(key: string): { outer: string; inner: string } {
  const at = key.indexOf("_");
  return { outer: key.slice(0, at), inner: key.slice(at + 1) };
}

export const OPEN: Range = { min: null, max: null };

export function isOpen({ min, max }: Range): boolean {
  return min === null && max === null;
}

/** The amount of a step: its lowest if steps round down, its highest if they round up. */
export function stepAmount({ steps }: RangeFacet, step: number): number {
  return steps.first + step * steps.size;
}
