import {
  type Code,
  type CodesFacet,
  isOpen,
  OPEN,
  type Range,
  splitNameKey,
} from "#domain/search/facet-kinds.ts";
import {
  type FacetName,
  FACETS,
  FILTER_NAMES,
  type FilterName,
  innerFacet,
  isNamesFacet,
  isRangeFacet,
  type ListName,
  outerFacet,
  type OuterName,
} from "#domain/search/facets.ts";
import { RADII_KM, type SearchFilters, type Sort, SORTS } from "#domain/search/search.ts";

/** Everything that /cars shows, as its address says it. */
export type CarsQuery = Omit<SearchFilters, "pricesByTax"> & {
  text: string;
  /** The words as they were typed: nothing is read out of them, nor is their spelling put right. */
  exact: boolean;
  /** Which of the two ranges counts, the price or the payment; the other is not kept. */
  by: "price" | "payment";
  /** In whole dollars as the cards show them, as often as `every` says. */
  payment: Range;
  /** What the payment's two ends are: it stands in the address, so that a link means the same to all. */
  every: "biweekly" | "monthly";
  /** Only cars whose payment the visitor's own budget covers, where we know of one. */
  isWithinBudget: boolean;
  /** A town as typed; the server resolves it. */
  near: string;
  /** Null: any distance. */
  withinKm: number | null;
  sort: Sort;
  after: string | null;
};

/** The payment's two ends are `payMin` and `payMax`. */
const PAYMENT_PARAM = "pay";
/** `every=month`; without it payments are every two weeks, as addresses always said. */
export const EVERY_PARAM = "every";
const MONTHLY = "month";
/** The most that somebody would pay, of whichever `by` says: what the home page's search asks. */
const BUDGET_PARAM = "budget";
export const WITHIN_BUDGET_PARAM = "mine";
const DEFAULT_WITHIN_KM = 100;
export const ANY_DISTANCE = "any";
/** Holds the text itself: another one that is typed in a form beside it is read again. */
export const EXACT_PARAM = "exact";
/** A model with its make in one value: what the home page's search asks. */
export const CAR_PARAM = "car";
const MAX_TEXT = 100;
const MAX_VALUES = 50;
/** Below what PostgreSQL's integer holds. */
const MAX_AMOUNT = 100_000_000;

/** Reads an address, or the filter form as it stands. What makes no sense is left out. */
export function readCarsQuery(params: URLSearchParams): CarsQuery {
  const by = params.get("by") === "payment" ? "payment" : "price";
  const withinKm = RADII_KM.find((radius) => String(radius) === params.get("within"));
  const near = readText(params.get("near"));
  const budget = readAmount(params.get(BUDGET_PARAM));
  const withinBudget = (range: Range): Range => ({ min: range.min, max: range.max ?? budget });
  const sort = SORTS.find((code) => code === params.get("sort")) ?? "newest";
  const filters = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, readFilter(params, name)]),
    // Each facet was read as its own kind, which an object made of a list cannot say.
  ) as unknown as SearchFilters;
  const text = readText(params.get("q"));
  return {
    ...filters,
    price: by === "price" ? withinBudget(filters.price) : OPEN,
    ...readNamedCar(params, filters),
    by,
    every: params.get(EVERY_PARAM) === MONTHLY ? "monthly" : "biweekly",
    payment: by === "payment" ? withinBudget(readRange(params, PAYMENT_PARAM)) : OPEN,
    isWithinBudget: params.get(WITHIN_BUDGET_PARAM) === "yes",
    text,
    exact: text !== "" && readText(params.get(EXACT_PARAM)) === text,
    status: params.get("sellStatus") === "sold" ? "sold" : "live",
    near,
    withinKm: params.get("within") === ANY_DISTANCE ? null : (withinKm ?? DEFAULT_WITHIN_KM),
    sort: sort === "distance" && near === "" ? "newest" : sort,
    after: params.get("after"),
  };
}

/** The one way to write a query: in one order, without what is the default anyway. */
export function writeCarsQuery(query: CarsQuery): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: Code | null, unless = "") => {
    if (value !== null && String(value) !== unless) params.set(name, String(value));
  };
  const setRange = (name: string, { min, max }: Range) => {
    set(`${name}Min`, min);
    set(`${name}Max`, max);
  };
  set("q", query.text);
  if (query.exact) set(EXACT_PARAM, query.text);
  set("near", query.near);
  if (query.near) set("within", query.withinKm ?? ANY_DISTANCE, String(DEFAULT_WITHIN_KM));
  set("by", query.by, "price");
  setRange(PAYMENT_PARAM, query.payment);
  if (hasPaymentFilter(query) && query.every === "monthly") set(EVERY_PARAM, MONTHLY);
  if (query.isWithinBudget) set(WITHIN_BUDGET_PARAM, "yes");
  for (const name of FILTER_NAMES) {
    if (isRangeFacet(name)) setRange(FACETS[name].param, query[name]);
    else for (const value of query[name]) params.append(FACETS[name].param, String(value));
  }
  set("sellStatus", query.status, "live");
  set("sort", query.sort, "newest");
  set("after", query.after);
  return params;
}

/** "?make=Honda", or "" for all cars. */
export function buildCarsSearch(query: CarsQuery): string {
  const params = writeCarsQuery(query);
  return params.size > 0 ? `?${params}` : "";
}

/** The query with some of it changed, from its first page. */
export function changeQuery(query: CarsQuery, changes: Partial<CarsQuery>): CarsQuery {
  const isReworded = changes.text !== undefined && changes.text !== query.text;
  return { ...query, after: null, ...(isReworded ? { exact: false } : {}), ...changes };
}

/** The query without all that one facet asks; without a make its models go too. */
export function dropFacet(query: CarsQuery, name: FacetName): CarsQuery {
  if (name === "distance") return dropLocation(query);
  const inner = innerFacet(name);
  return changeQuery(query, {
    [name]: isRangeFacet(name) ? OPEN : [],
    ...(inner ? { [inner]: [] } : {}),
    ...(name === "price" ? { payment: OPEN } : {}),
  });
}

export function dropLocation(query: CarsQuery): CarsQuery {
  return changeQuery(query, { near: "", sort: query.sort === "distance" ? "newest" : query.sort });
}

/** All cars, in the same order. */
export function clearFilters({ sort, by }: CarsQuery): CarsQuery {
  return {
    ...readCarsQuery(new URLSearchParams()),
    sort: sort === "distance" ? "newest" : sort,
    by,
  };
}

export function isFiltered(query: CarsQuery, name: FilterName): boolean {
  if (isRangeFacet(name))
    return !isOpen(query[name]) || (name === "price" && hasPaymentFilter(query));
  return query[name].length > 0;
}

export function hasPaymentFilter({ payment }: CarsQuery): boolean {
  return !isOpen(payment);
}

/** How many filters narrow the search: what the drawer's button counts. */
export function countFilters(query: CarsQuery): number {
  const texts = [query.text, query.near, query.status === "sold" ? "sold" : ""];
  if (query.isWithinBudget) texts.push("mine");
  return FILTER_NAMES.reduce(
    (count, name) =>
      count + (isRangeFacet(name) ? Number(isFiltered(query, name)) : query[name].length),
    texts.filter(Boolean).length,
  );
}

/** The makes (provinces) of a query that stand whole: not narrowed to models (cities). */
export function listUnnarrowedValues<Name extends OuterName>(
  query: CarsQuery,
  name: Name,
): CarsQuery[Name][number][] {
  const inner = innerFacet(name);
  const narrowed = inner ? query[inner].map((key) => splitNameKey(key).outer) : [];
  return query[name].filter((value) => !narrowed.includes(value));
}

/** "Honda_Civic" beside the make's own field, which may say the same, another or none. */
function readNamedCar(
  params: URLSearchParams,
  { make, model }: SearchFilters,
): Partial<Pick<SearchFilters, "make" | "model">> {
  const cars = readNames(params, CAR_PARAM).filter((key) => key.includes("_"));
  if (cars.length === 0) return {};
  const makes = cars.map((key) => splitNameKey(key).outer);
  return { make: [...new Set([...make, ...makes])], model: [...new Set([...model, ...cars])] };
}

function readFilter(params: URLSearchParams, name: FilterName): readonly Code[] | Range {
  return isRangeFacet(name) ? readRange(params, FACETS[name].param) : readValues(params, name);
}

function readValues(params: URLSearchParams, name: ListName): readonly Code[] {
  if (!isNamesFacet(name)) {
    const { codes, param }: Pick<CodesFacet, "codes" | "param"> = FACETS[name];
    const values = params.getAll(param);
    // In the list's own order, so that two addresses of one search are the same.
    return codes.filter((code) => values.includes(String(code)));
  }
  const keys = readNames(params, FACETS[name].param);
  const outer = outerFacet(name);
  if (!outer) return keys;
  // Without its make a model's box is not to be seen, so it does not count either.
  const outers = readValues(params, outer);
  return keys.filter((key) => outers.includes(splitNameKey(key).outer));
}

function readNames(params: URLSearchParams, param: string): string[] {
  const values = params.getAll(param).map((value) => value.trim().slice(0, MAX_TEXT));
  return [...new Set(values)].filter(Boolean).slice(0, MAX_VALUES);
}

function readText(text: string | null): string {
  return (text ?? "").trim().replace(/\s+/g, " ").slice(0, MAX_TEXT);
}

function readRange(params: URLSearchParams, param: string): Range {
  const min = readAmount(params.get(`${param}Min`));
  const max = readAmount(params.get(`${param}Max`));
  // Typed the wrong way round, it is plain what is meant.
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };
}

/** "20,000", "20 000 $": however an amount is typed. */
function readAmount(text: string | null): number | null {
  const digits = (text ?? "").replace(/[.,]\d{1,2}$/, "").replace(/[\s,$\u00a0\u202f]/g, "");
  return /^\d{1,9}$/.test(digits) ? Math.min(Number(digits), MAX_AMOUNT) : null;
}
