import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { now } from "#platform/clock/clock.server.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { readDb } from "#platform/database/replicas.server.ts";
import { PROVINCES } from "#values/province.ts";
import { BODY_TYPES } from "#values/vehicle.ts";
import { nameKey, splitNameKey } from "./facet-kinds.ts";
import { type Landing, landingPath, type LandingSubject } from "./landing.ts";
import { buildSqlConditions, whereAll } from "./search-conditions.server.ts";
import {
  newestDictionary,
  searchDictionary,
  type SearchDictionary,
} from "./search-dictionary.server.ts";
import { readSearchText } from "./search-text.ts";
import { NO_FILTERS, type SearchFilters } from "./search.ts";

/** A landing page and what a search asks for its cars: every spelling that its address stands for. */
export type FoundLanding = Landing & { filters: Partial<SearchFilters> };

type Landings = { readAt: number; byPath: ReadonlyMap<string, FoundLanding> };

/** Every page's footer asks for them. */
const KEPT_MS = 10_000;
/** An address that is not among them may be new; asked for by anybody, it is not looked up each time. */
const KEPT_FOR_UNKNOWN_MS = 1_000;

const kept = new LRUCache<Database, Landings>({
  max: 2,
  ttl: KEPT_MS,
  fetchMethod: async (database) => ({
    readAt: now().getTime(),
    byPath: await readLandings(database),
  }),
});

/** Every landing page that has a car on it, the most cars first. */
export async function listLandings(): Promise<FoundLanding[]> {
  return [...(await kept.forceFetch(db())).byPath.values()];
}

/** The landing page of an address, or null where no car for sale would stand on it. */
export async function findLanding(path: string): Promise<FoundLanding | null> {
  const { readAt, byPath } = await kept.forceFetch(db());
  const found = byPath.get(path);
  if (found || now().getTime() - readAt < KEPT_FOR_UNKNOWN_MS) return found ?? null;
  const { byPath: newest } = await kept.forceFetch(db(), { forceRefresh: true });
  return newest.get(path) ?? null;
}

type Counted = {
  makeId: number | null;
  modelId: number | null;
  bodyType: number | null;
  province: number | null;
  cityId: number | null;
  count: number;
};

/** Five kinds of pages counted in one pass over the cars for sale. */
async function readLandings(database: Database): Promise<ReadonlyMap<string, FoundLanding>> {
  const { rows } = await database.execute<Counted>(sql`
    select make_id as "makeId", model_id as "modelId", body_type as "bodyType", province,
      city_id as "cityId", count(*)::integer as count
    from listing_search where status = 1
    group by grouping sets (body_type, province, (province, city_id), make_id, (make_id, model_id))
    order by count desc`);
  const nameAll = (dictionary: SearchDictionary) =>
    rows.map((row) => ({ subject: nameSubject(row, dictionary), count: row.count }));
  let named = nameAll(await searchDictionary());
  // A name is committed with its first car, perhaps after the dictionary was read.
  if (named.some(({ subject }) => !subject)) named = nameAll(await newestDictionary());
  const byPath = new Map<string, FoundLanding>();
  for (const { subject, count } of named.toSorted((a, b) => rankSubject(a) - rankSubject(b))) {
    const path = subject && landingPath(subject);
    if (!path) continue;
    const same = byPath.get(path);
    const filters = filtersFor(subject);
    // Two spellings of one name share a page; a make named like a province has none.
    if (!same) byPath.set(path, { path, subject, count, filters });
    else if (same.subject.kind === subject.kind) {
      byPath.set(path, {
        ...same,
        count: same.count + count,
        filters: joinFilters(same.filters, filters),
      });
    }
  }
  return new Map([...byPath].toSorted(([, a], [, b]) => b.count - a.count));
}

function rankSubject({ subject }: { subject: LandingSubject | null }): number {
  return subject?.kind === "make" || subject?.kind === "model" ? 1 : 0;
}

/** What a row counted; null for what no page is about, or a name that the dictionary does not know. */
function nameSubject(
  { makeId, modelId, bodyType, province, cityId }: Counted,
  { make, model, city }: SearchDictionary,
): LandingSubject | null {
  if (bodyType !== null) {
    const code = BODY_TYPES[bodyType - 1];
    return code ? { kind: "bodyType", bodyType: code } : null;
  }
  if (province !== null) {
    const provinceCode = PROVINCES[province - 1];
    if (!provinceCode) return null;
    if (cityId === null) return { kind: "province", provinceCode };
    const key = city.nameOf.get(cityId);
    return key ? { kind: "city", provinceCode, city: splitNameKey(key).inner } : null;
  }
  const name = makeId === null ? undefined : make.nameOf.get(makeId);
  if (!name) return null;
  if (modelId === null) return { kind: "make", make: name };
  const key = model.nameOf.get(modelId);
  return key ? { kind: "model", make: name, model: splitNameKey(key).inner } : null;
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
  const dictionary = await searchDictionary();
  const where = (status: "live" | "sold") =>
    whereAll(
      buildSqlConditions(
        { filters: { ...NO_FILTERS, ...filters, status }, geo: null },
        readSearchText("", dictionary),
        dictionary,
      ),
    );
  const at = now().toISOString();
  const [live, sold] = await Promise.all([
    readDb().execute<Omit<LandingFacts, "sold">>(sql`
      select count(*)::integer as count, min(s.price_cad) as "minCad", max(s.price_cad) as "maxCad",
        round(${median(sql`s.price_cad`)})::integer as "medianCad",
        round(${median(sql`s.odometer_km`)})::integer as "medianKm",
        ${days(median(sql`extract(epoch from ${at}::timestamptz - s.posted_at)`))} as "listedDays"
      from listing_search s where ${where("live")}`),
    readDb().execute<{ count: number; days: number }>(sql`
      select count(*)::integer as count,
        ${days(median(sql`extract(epoch from l.sold_at - s.posted_at)`))} as days
      from listing_search s join listing l on l.id = s.listing_id
      where ${where("sold")}
        and l.sold_at > ${at}::timestamptz - make_interval(months => ${SOLD_WITHIN_MONTHS})`),
  ]);
  const [facts] = live.rows;
  const [sales] = sold.rows;
  if (!facts || facts.count === 0) return null;
  return { ...facts, sold: sales && sales.count >= FEWEST_SOLD ? sales : null };
}

function median(value: ReturnType<typeof sql>) {
  return sql`percentile_cont(0.5) within group (order by ${value})`;
}

/** Whole days, and never none: a car that came this morning has been there for a day. */
function days(seconds: ReturnType<typeof sql>) {
  return sql`greatest(1, round(${seconds} / 86400))::integer`;
}
