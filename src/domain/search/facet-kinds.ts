import type { listingTable } from "#domain/listing/listing.table.ts";
import type { Locale } from "#values/locale.ts";

export const SELLER_KINDS = ["private", "dealer"] as const;
type SellerKind = (typeof SELLER_KINDS)[number];

/** What a listing says of its car, and who sells it. */
export type Said = typeof listingTable.$inferSelect & { seller: SellerKind };
type SaidColumn = keyof Said;

/** Both ends included; null: open. */
export type Range = { min: number | null; max: number | null };

export type Code = string | number;

/** How the rail of filters draws a facet. */
type Control = "budget" | "tiles" | "swatches" | "checks" | "from_to" | "up_to";

type Shown = {
  /** Its name in addresses; a range's ends are `…Min` and `…Max`. */
  param: string;
  /** Its heading, and its name where the page offers to drop the filter. */
  heading(): string;
  /** Null: it stands inside another facet, or in the search bar. */
  control: Control | null;
  /** Open on arrival, also where nothing of it is chosen. */
  startsOpen?: true;
  /** A page of one value of it is a page that search engines may list. */
  isLanding?: true;
};

/**
 * Its place among the facets that share a column of `listing_search`, the highest bits first
 * (packed-columns.ts). A make needs none: its model says it.
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

/** A closed list of codes. The number of a code is its position from 1; 0 is none of them. */
export type CodesFacet<Each extends Code = Code, Column extends SaidColumn = SaidColumn> = Shown &
  Packed & {
    kind: "codes";
    codes: readonly Each[];
    /** The listing's own name for it. */
    column: Column;
    /** A seller need not say it. */
    isOptional?: true;
    label(code: Each, locale: Locale): string;
    /** The order of its values on the page, where it is not the list's own. */
    inOrder?(locale: Locale): readonly Each[];
    /** Those that the page offers, where it is not all; addresses take the others too. */
    offered?: readonly Each[];
  };

/**
 * A closed list of codes of which a car has any number. A car must have every one that is chosen, so
 * each counts within what the others leave; of any other list the chosen ones are alternatives.
 */
export type SetFacet<Each extends Code = Code, Column extends SaidColumn = SaidColumn> = Shown & {
  kind: "set";
  codes: readonly Each[];
  column: Column;
  /** The columns that hold a bit a code, `CODES_A_COLUMN` in each, in the order of the list. */
  packed: readonly PackedColumn[];
  label(code: Each, locale: Locale): string;
};

/** Few enough that a grouping set of them has at most 256 rows. */
export const CODES_A_COLUMN = 8;

/** Names as sellers write them, numbered as they come (`SearchDictionary`). */
export type NamesFacet<Column extends SaidColumn = SaidColumn> = Shown &
  Packed & {
    kind: "names";
    column: Column;
    /** The facet that its names stand within: their keys are "Honda_CR-V", and they narrow it. */
    within?: "make" | "province";
    label(key: string, locale: Locale): string;
  };

/** Amounts between two ends, counted in steps so that the counts of a million cars fit on one screen. */
export type RangeFacet<Column extends SaidColumn = SaidColumn> = Shown &
  Packed & {
    kind: "range";
    column: Column;
    steps: {
      first: number;
      size: number;
      /** The last step holds everything beyond it. */
      count: number;
      /** Whether an amount between two steps counts as the lower or the higher. */
      rounding: "down" | "up";
    };
    format(amount: number, locale: Locale): string;
    /** For `up_to`: the amounts to choose from, each the end of a step. */
    choices?: readonly number[];
  };

/** The circles around a place. */
export type DistanceFacet = Shown & { kind: "distance" };

export type Facet = CodesFacet | NamesFacet | RangeFacet | SetFacet | DistanceFacet;

type ColumnOf<Value> = {
  [Column in SaidColumn]: Said[Column] extends Value | null ? Column : never;
}[SaidColumn];

/** Takes a column only that holds the codes of the list. */
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

/** "Honda_CR-V", "ON_Toronto": a name within another, as keys and addresses write it. */
export function nameKey(outer: string, inner: string): string {
  return `${outer}_${inner}`;
}

/** Makes and provinces have no underscore. */
export function splitNameKey(key: string): { outer: string; inner: string } {
  const at = key.indexOf("_");
  return { outer: key.slice(0, at), inner: key.slice(at + 1) };
}

export const OPEN: Range = { min: null, max: null };

export function isOpen({ min, max }: Range): boolean {
  return min === null && max === null;
}

/** The amount that a step stands for: its lowest where steps round down, its highest where up. */
export function stepAmount({ steps }: RangeFacet, step: number): number {
  return steps.first + step * steps.size;
}
