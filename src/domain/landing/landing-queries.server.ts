import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { carsForSale } from "#domain/search-index/cars-for-sale.server.ts";
import type { CarCounts } from "#domain/search/cars-for-sale.ts";
import { nameKey, splitNameKey } from "#domain/search/facet-kinds.ts";
import { buildSqlConditions, whereAll } from "#domain/search/search-conditions.server.ts";
import { searchDictionary } from "#domain/search/search-dictionary.server.ts";
import { NO_FILTERS, type SearchFilters } from "#domain/search/search.ts";
import { median } from "#domain/search/sql-cars-for-sale.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { readDb } from "#platform/database/replicas.server.ts";
import { PROVINCES } from "#values/province.ts";
import { BODY_TYPES } from "#values/vehicle.ts";
import { type Landing, landingPath, type LandingSubject } from "./landing.ts";

/** A landing page and the search filters of its cars: every spelling that its address covers. */
export type FoundLanding = Landing & { filters: Partial<SearchFilters> };

type Landings = {
  readAt: number;
  byPath: ReadonlyMap<string, FoundLanding>;
  all: readonly FoundLanding[];
};

/** Cached, because every page's footer lists them. */
const CACHE_MS = 10_000;
/**
 * An address that is not in the cache may be new; because anybody can request one, it is looked up
 * at most once in this time.
 */
const UNKNOWN_CACHE_MS = 1_000;

const cache = new LRUCache<Database, Landings>({
  max: 2,
  ttl: CACHE_MS,
  fetchMethod: async () => {
    const readAt = now().getTime();
    const byPath = await readLandings();
    return { readAt, byPath, all: [...byPath.values()] };
  },
  // A request that waits when the cache is cleared still gets its result, which is then not cached.
  ignoreFetchAbort: true,
});

/** Called when cars changed: a page that is rendered afterwards shows the newest. */
export function forgetLandings(): void {
  cache.clear();
}

/** Every landing page with at least one car, the most cars first. */
export async function listLandings(): Promise<readonly FoundLanding[]> {
  return (await cache.forceFetch(db())).all;
}

/** The landing page of an address; null if it would have no car for sale. */
export async function findLanding(path: string): Promise<FoundLanding | null> {
  const { readAt, byPath } = await cache.forceFetch(db());
  const found = byPath.get(path);
  if (found || now().getTime() - readAt < UNKNOWN_CACHE_MS) return found ?? null;
  const { byPath: newest } = await cache.forceFetch(db(), { forceRefresh: true });
  return newest.get(path) ?? null;
}

/** The pages by path, those with the most cars first. */
async function readLandings(): Promise<ReadonlyMap<string, FoundLanding>> {
  const counts = await carsForSale.count();
  const byPath = new Map<string, FoundLanding>();
  // A make with the same path as a province or a body type has no page.
  for (const name of ["bodyType", "province", "city", "make", "model"] as const) {
    const counted = Object.entries(counts[name]).toSorted(
      ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
    );
    for (const [key, count] of counted) addLanding(nameSubject(name, key), count, byPath);
  }
  return new Map(
    [...byPath].toSorted(([one, a], [other, b]) => b.count - a.count || (one < other ? -1 : 1)),
  );
}

function addLanding(
  subject: LandingSubject | null,
  count: number,
  byPath: Map<string, FoundLanding>,
): void {
  const path = subject && landingPath(subject);
  if (!path) return;
  const same = byPath.get(path);
  const filters = filtersFor(subject);
  if (!same) byPath.set(path, { path, subject, count, filters });
  // Two spellings of one name share a page.
  else if (same.subject.kind === subject.kind) {
    byPath.set(path, {
      ...same,
      count: same.count + count,
      filters: joinFilters(same.filters, filters),
    });
  }
}

/** The subject of a key of the counts; null for a code that no longer exists. */
function nameSubject(name: keyof CarCounts, key: string): LandingSubject | null {
  switch (name) {
    case "bodyType": {
      const bodyType = BODY_TYPES.find((code) => code === key);
      return bodyType ? { kind: "bodyType", bodyType } : null;
    }
    case "province": {
      const provinceCode = PROVINCES.find((code) => code === key);
      return provinceCode ? { kind: "province", provinceCode } : null;
    }
    case "city": {
      const { outer, inner: city } = splitNameKey(key);
      const provinceCode = PROVINCES.find((code) => code === outer);
      return provinceCode ? { kind: "city", provinceCode, city } : null;
    }
    case "make":
      return { kind: "make", make: key };
    case "model": {
      const { outer: make, inner: model } = splitNameKey(key);
      return { kind: "model", make, model };
    }
  }
}

function filtersFor(subject: LandingSubject): Partial<SearchFilters> {
  switch (subject.kind) {
    case "bodyType":
      return { bodyType: [subject.bodyType] };
    case "make":
      return { make: [subject.make] };
    case "model":
      return { make: [subject.make], model: [nameKey(subject.make, subject.model)] };
    case "province":
      return { province: [subject.provinceCode] };
    case "city": {
      const { provinceCode, city } = subject;
      return { province: [provinceCode], city: [nameKey(provinceCode, city)] };
    }
  }
}

function joinFilters(a: Partial<SearchFilters>, b: Partial<SearchFilters>): Partial<SearchFilters> {
  const join = (name: "make" | "model" | "city") => {
    const names = [...new Set([...(a[name] ?? []), ...(b[name] ?? [])])];
    return names.length > 0 ? { [name]: names } : {};
  };
  return { ...a, ...join("make"), ...join("model"), ...join("city") };
}

/**
 * The figures about a page's cars, in whole dollars, kilometres and days; half of the cars are
 * below each median.
 */
export type LandingFacts = {
  count: number;
  minCad: number;
  medianCad: number;
  maxCad: number;
  medianKm: number;
  /** How many days the cars for sale have been listed. */
  listedDays: number;
  /** How many days similar cars took to sell; null if there were too few sales. */
  sold: { count: number; days: number } | null;
};

/** With fewer sales, a median means nothing. */
const FEWEST_SOLD = 5;
const SOLD_WITHIN_MONTHS = 12;

/** Null if the last of the cars was sold in the meantime. */
export async function readLandingFacts(
  filters: Partial<SearchFilters>,
): Promise<LandingFacts | null> {
  const [summary, sold] = await Promise.all([
    carsForSale.summarize({ ...NO_FILTERS, ...filters }),
    readSales(filters),
  ]);
  if (!summary) return null;
  const { medianCad, medianKm, medianPostedAtS, ...facts } = summary;
  return {
    ...facts,
    medianCad: Math.round(medianCad),
    medianKm: Math.round(medianKm),
    listedDays: countDays(now().getTime() / 1000 - medianPostedAtS),
    sold,
  };
}

/**
 * How long recently sold cars took to sell, read with the index for sales; null if there are too
 * few.
 */
async function readSales(filters: Partial<SearchFilters>): Promise<LandingFacts["sold"]> {
  const conditions = buildSqlConditions(
    { filters: { ...NO_FILTERS, ...filters, status: "sold" }, geo: null },
    [],
    await searchDictionary(),
  );
  const { rows } = await readDb().execute<{ count: number; medianS: number }>(sql`
    select count(*)::integer as count,
      ${median(sql`extract(epoch from s.sold_at - s.posted_at)::float8`)} as "medianS"
    from listing_search s
    where ${whereAll(conditions)}
      and s.sold_at > ${now().toISOString()}::timestamptz
        - make_interval(months => ${SOLD_WITHIN_MONTHS})`);
  const [sales] = rows;
  return sales && sales.count >= FEWEST_SOLD
    ? { count: sales.count, days: countDays(sales.medianS) }
    : null;
}

/** Whole days, at least one: a car that was listed this morning counts as one day. */
function countDays(seconds: number): number {
  return Math.max(1, Math.round(seconds / 86_400));
}
