import { isProvince, PROVINCES, type ProvinceCode } from "#values/province.ts";
import { BODY_TYPES, COLOURS, CONDITIONS, DRIVES, FUELS, TRANSMISSIONS } from "#values/vehicle.ts";
import {
  isOpen,
  nameKey,
  RADII_KM,
  type Range,
  type SearchFilters,
  SELLER_KINDS,
  type Sort,
  SORTS,
} from "#domain/search/search.ts";

/** Everything that /cars shows, as its address says it. */
export type CarsQuery = Omit<SearchFilters, "isPriceFromPayment"> & {
  text: string;
  /** Which of the two ranges counts; the other is not kept. */
  by: "price" | "payment";
  /** Every two weeks, in whole dollars as the cards show them. */
  paymentCad: Range;
  /** A town as typed; the server resolves it. */
  near: string;
  /** Null: any distance. */
  withinKm: number | null;
  sort: Sort;
  after: string | null;
};

export const DEFAULT_WITHIN_KM = 100;
const ANY_DISTANCE = "any";
const MAX_TEXT = 100;
const MAX_VALUES = 50;
/** Below what PostgreSQL's integer holds. */
const MAX_AMOUNT = 100_000_000;

/** Reads an address, or the filter form as it stands. What makes no sense is left out. */
export function readCarsQuery(params: URLSearchParams): CarsQuery {
  const makes = values(params, "make");
  const provinces = codes(params, "province", PROVINCES);
  const by = params.get("by") === "payment" ? "payment" : "price";
  const withinKm = RADII_KM.find((radius) => String(radius) === params.get("within"));
  const near = textOf(params, "near");
  const sort = SORTS.find((code) => code === params.get("sort")) ?? "newest";
  return {
    text: textOf(params, "q"),
    status: params.get("sellStatus") === "sold" ? "sold" : "live",
    makes,
    // Without its make a model's box is not to be seen, so it does not count either.
    models: pairs(params, "model").flatMap(([make, model]) =>
      makes.includes(make) ? [{ make, model }] : [],
    ),
    bodyTypes: codes(params, "type", BODY_TYPES),
    by,
    priceCad: by === "price" ? range(params, "priceMin", "priceMax") : OPEN,
    paymentCad: by === "payment" ? range(params, "payMin", "payMax") : OPEN,
    year: range(params, "yearMin", "yearMax"),
    odometerKm: range(params, "kmMin", "kmMax"),
    colours: codes(params, "colour", COLOURS),
    transmissions: codes(params, "transmission", TRANSMISSIONS),
    fuels: codes(params, "fuel", FUELS),
    drives: codes(params, "drive", DRIVES),
    provinces,
    cities: pairs(params, "city").flatMap(([code, city]) =>
      isProvince(code) && provinces.includes(code) ? [{ provinceCode: code, city }] : [],
    ),
    near,
    withinKm: params.get("within") === ANY_DISTANCE ? null : (withinKm ?? DEFAULT_WITHIN_KM),
    conditions: codes(params, "condition", CONDITIONS),
    sellers: codes(params, "seller", SELLER_KINDS),
    sort: sort === "distance" && near === "" ? "newest" : sort,
    after: params.get("after"),
  };
}

/** The one way to write a query: in one order, without what is the default anyway. */
export function writeCarsQuery(query: CarsQuery): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | null, unless = "") => {
    if (value !== null && String(value) !== unless) params.set(name, String(value));
  };
  const append = (name: string, list: readonly string[]) => {
    for (const value of list) params.append(name, value);
  };
  set("q", query.text);
  set("near", query.near);
  if (query.near) set("within", query.withinKm ?? ANY_DISTANCE, String(DEFAULT_WITHIN_KM));
  append("type", query.bodyTypes);
  append("make", query.makes);
  append(
    "model",
    query.models.map(({ make, model }) => nameKey(make, model)),
  );
  set("by", query.by, "price");
  setRange(set, "price", query.by === "price" ? query.priceCad : OPEN);
  setRange(set, "pay", query.by === "payment" ? query.paymentCad : OPEN);
  setRange(set, "year", query.year);
  setRange(set, "km", query.odometerKm);
  append("colour", query.colours);
  append("transmission", query.transmissions);
  append("fuel", query.fuels);
  append("drive", query.drives);
  append("province", query.provinces);
  append(
    "city",
    query.cities.map(({ provinceCode, city }) => nameKey(provinceCode, city)),
  );
  append("condition", query.conditions);
  append("seller", query.sellers);
  set("sellStatus", query.status, "live");
  set("sort", query.sort, "newest");
  set("after", query.after);
  return params;
}

/** "?make=Honda", or "" for all cars. */
export function carsSearch(query: CarsQuery): string {
  const params = writeCarsQuery(query);
  return params.size > 0 ? `?${params}` : "";
}

export const OPEN: Range = { min: null, max: null };

/** The query with some of it changed, from its first page. */
export function changed(query: CarsQuery, changes: Partial<CarsQuery>): CarsQuery {
  return { ...query, after: null, ...changes };
}

/** All cars, in the same order. */
export function cleared({ sort, by }: CarsQuery): CarsQuery {
  return {
    ...readCarsQuery(new URLSearchParams()),
    sort: sort === "distance" ? "newest" : sort,
    by,
  };
}

function setRange(
  set: (name: string, value: number | null) => void,
  name: string,
  { min, max }: Range,
): void {
  set(`${name}Min`, min);
  set(`${name}Max`, max);
}

function textOf(params: URLSearchParams, name: string): string {
  return (params.get(name) ?? "").trim().replace(/\s+/g, " ").slice(0, MAX_TEXT);
}

function values(params: URLSearchParams, name: string): string[] {
  const given = params.getAll(name).map((value) => value.trim().slice(0, MAX_TEXT));
  return [...new Set(given)].filter(Boolean).slice(0, MAX_VALUES);
}

/** In the list's own order, so that two addresses of one search are the same. */
function codes<Code extends string>(
  params: URLSearchParams,
  name: string,
  list: readonly Code[],
): Code[] {
  const given = params.getAll(name);
  return list.filter((code) => given.includes(code));
}

/** "Honda_CR-V": no make has an underscore. */
function pairs(params: URLSearchParams, name: string): [string, string][] {
  return values(params, name).flatMap((value): [string, string][] => {
    const at = value.indexOf("_");
    return at > 0 ? [[value.slice(0, at), value.slice(at + 1)]] : [];
  });
}

function range(params: URLSearchParams, lowest: string, highest: string): Range {
  const min = amount(params.get(lowest));
  const max = amount(params.get(highest));
  // Typed the wrong way round, it is plain what is meant.
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };
}

/** "20,000", "20 000 $": however an amount is typed. */
function amount(text: string | null): number | null {
  const digits = (text ?? "").replace(/[.,]\d{1,2}$/, "").replace(/[\s,$\u00a0\u202f]/g, "");
  return /^\d{1,9}$/.test(digits) ? Math.min(Number(digits), MAX_AMOUNT) : null;
}

/** How many filters narrow the search: what the drawer's button counts. */
export function filterCount(query: CarsQuery): number {
  const lists: readonly (readonly unknown[])[] = [
    query.makes,
    query.models,
    query.bodyTypes,
    query.colours,
    query.transmissions,
    query.fuels,
    query.drives,
    query.provinces,
    query.cities,
    query.conditions,
    query.sellers,
  ];
  const ranges = [query.priceCad, query.paymentCad, query.year, query.odometerKm];
  const texts = [query.text, query.near, query.status === "sold" ? "sold" : ""];
  return (
    lists.reduce((count, list) => count + list.length, 0) +
    ranges.filter((each) => !isOpen(each)).length +
    texts.filter(Boolean).length
  );
}

/** The provinces of a query that are named by themselves: not narrowed to cities. */
export function wholeProvinces({ provinces, cities }: CarsQuery): ProvinceCode[] {
  return provinces.filter((code) => !cities.some(({ provinceCode }) => provinceCode === code));
}
