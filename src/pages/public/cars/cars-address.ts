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
  /** The text is searched exactly as typed: it is not parsed and its spelling is not corrected. */
  exact: boolean;
  /** Which of the two ranges is used; the other one is dropped. */
  by: "price" | "payment";
  /** In whole dollars as the cards show them, as often as `every` says. */
  payment: Range;
  /**
   * The frequency of the two payment limits: it is in the address, so that a link means the same
   * for everybody.
   */
  every: "biweekly" | "monthly";
  /** Only cars within the visitor's own budget, if we know one. */
  isWithinBudget: boolean;
  /** A city as typed; the server resolves it. */
  near: string;
  /** Null: any distance. */
  withinKm: number | null;
  sort: Sort;
  after: string | null;
};

/** The payment's two ends are `payMin` and `payMax`. */
const PAYMENT_PARAM = "pay";
/** `every=month`; without it payments are biweekly, as in older links. */
export const EVERY_PARAM = "every";
const MONTHLY = "month";
/** The upper limit of whichever range `by` names: sent by the home page's search. */
const BUDGET_PARAM = "budget";
export const WITHIN_BUDGET_PARAM = "mine";
const DEFAULT_WITHIN_KM = 100;
export const ANY_DISTANCE = "any";
/** Its value is the text itself, so that another text typed in the form is parsed again. */
export const EXACT_PARAM = "exact";
/** A make and model in one value: sent by the home page's search. */
export const CAR_PARAM = "car";
const MAX_TEXT = 100;
const MAX_VALUES = 50;
/** Below what PostgreSQL's integer holds. */
const MAX_AMOUNT = 100_000_000;

/** Parses an address, or the filter form. Invalid values are left out. */
export function readCarsQuery(params: URLSearchParams): CarsQuery {
  const by = params.get("by") === "payment" ? "payment" : "price";
  const withinKm = RADII_KM.find((radius) => String(radius) === params.get("within"));
  const near = readText(params.get("near"));
  const budget = readAmount(params.get(BUDGET_PARAM));
  const withinBudget = (range: Range): Range => ({ min: range.min, max: range.max ?? budget });
  const sort = SORTS.find((code) => code === params.get("sort")) ?? "newest";
  const filters = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, readFilter(params, name)]),
    // Each facet was parsed by its kind, which TypeScript cannot infer from a list.
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

/** Writes a query in its canonical form: in one order, without defaults. */
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

/** The query without one facet; without a make its models are dropped too. */
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

/** The number of active filters, shown on the drawer's button. */
export function countFilters(query: CarsQuery): number {
  const texts = [query.text, query.near, query.status === "sold" ? "sold" : ""];
  if (query.isWithinBudget) texts.push("mine");
  return FILTER_NAMES.reduce(
    (count, name) =>
      count + (isRangeFacet(name) ? Number(isFiltered(query, name)) : query[name].length),
    texts.filter(Boolean).length,
  );
}

/** The makes (provinces) of a query that are not narrowed to models (cities). */
export function listUnnarrowedValues<Name extends OuterName>(
  query: CarsQuery,
  name: Name,
): CarsQuery[Name][number][] {
  const inner = innerFacet(name);
  const narrowed = inner ? query[inner].map((key) => splitNameKey(key).outer) : [];
  return query[name].filter((value) => !narrowed.includes(value));
}

/** Adds "Honda_Civic" to the make's own field, which may have the same make, another or none. */
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
    // In the order of the list, so that equal searches have equal addresses.
    return codes.filter((code) => values.includes(String(code)));
  }
  const keys = readNames(params, FACETS[name].param);
  const outer = outerFacet(name);
  if (!outer) return keys;
  // A model without its make has no visible box, so it is ignored.
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
  // Limits typed in the wrong order are swapped.
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };
}

/** "20,000", "20 000 $": however an amount is typed. */
function readAmount(text: string | null): number | null {
  const digits = (text ?? "").replace(/[.,]\d{1,2}$/, "").replace(/[\s,$\u00a0\u202f]/g, "");
  return /^\d{1,9}$/.test(digits) ? Math.min(Number(digits), MAX_AMOUNT) : null;
}
