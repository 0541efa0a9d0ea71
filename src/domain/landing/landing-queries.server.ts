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

/** A landing page and what a search asks for its cars: every spelling that its address stands for. */
export type FoundLanding = Landing & { filters: Partial<SearchFilters> };

type Landings = {
  readAt: number;
  byPath: ReadonlyMap<string, FoundLanding>;
  all: readonly FoundLanding[];
};

/** Every page's footer asks for them. */
const CACHE_MS = 10_000;
/** An address that is not among them may be new; asked for by anybody, it is not looked up each time. */
const UNKNOWN_CACHE_MS = 1_000;

const cache = new LRUCache<Database, Landings>({
  max: 2,
  ttl: CACHE_MS,
  fetchMethod: async () => {
    const readAt = now().getTime();
    const byPath = await readLandings();
    return { readAt, byPath, all: [...byPath.values()] };
  },
  // Whoever waits for those that were forgotten gets them; they are not kept.
  ignoreFetchAbort: true,
});

/** For whoever hears that cars changed: a page that is made from then on shows the newest. */
export function forgetLandings(): void {
  cache.clear();
}

/** Every landing page that has a car on it, the most cars first. */
export async function listLandings(): Promise<readonly FoundLanding[]> {
  return (await cache.forceFetch(db())).all;
}

/** The landing page of an address, or null where no car for sale would stand on it. */
export async function findLanding(path: string): Promise<FoundLanding | null> {
  const { readAt, byPath } = await cache.forceFetch(db());
  const found = byPath.get(path);
  if (found || now().getTime() - readAt < UNKNOWN_CACHE_MS) return found ?? null;
  const { byPath: newest } = await cache.forceFetch(db(), { forceRefresh: true });
  return newest.get(path) ?? null;
}

/** The pages and their cars, the most first. */
async function readLandings(): Promise<ReadonlyMap<string, FoundLanding>> {
  const counts = await carsForSale.count();
  const byPath = new Map<string, FoundLanding>();
  // A make that is named like a province or a type has no page.
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

/** What a key of the counts is about; null for a code that is none any more. */
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

/** What the page says of its cars: whole dollars, kilometres and days, half of the cars below each median. */
export type LandingFacts = {
  count: number;
  minCad: number;
  medianCad: number;
  maxCad: number;
  medianKm: number;
  /** How long the cars for sale have been listed. */
  listedDays: number;
  /** How long cars like these took to find a buyer; null where too few did to say. */
  sold: { count: number; days: number } | null;
};

/** A median of fewer sales is an anecdote. */
const FEWEST_SOLD = 5;
const SOLD_WITHIN_MONTHS = 12;

/** Null where the last of the cars was sold in the meantime. */
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

/** How long the cars took that found a buyer lately, off the sales' own index; null for too few. */
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

/** Whole days, and never none: a car that came this morning has been there for a day. */
function countDays(seconds: number): number {
  return Math.max(1, Math.round(seconds / 86_400));
}
