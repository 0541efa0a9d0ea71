import { type SQL, sql } from "drizzle-orm";
import { type Database, db } from "#platform/database/database.server.ts";
import { boxAround, type Point } from "#values/distance.ts";
import { codeOf, UNPACK } from "./packed-codes.ts";
import { KM_STEP, PRICE_STEP_CAD, FIRST_YEAR } from "./search-bucket.ts";
import {
  activeFacets,
  type Conditions,
  distanceFrom,
  whereAll,
} from "./search-conditions.server.ts";
import type { SearchDictionary } from "./search-dictionary.server.ts";
import { type Facet, type FacetName, FACETS, nameKey, RADII_KM, SELLER_KINDS } from "./search.ts";

type Counted = { count: number; facets: Record<FacetName, Facet> };
type CountRow = { tag: string; key: number; n: number };

/** The columns of the one scan, each with a grouping set of its own. */
const SETS = ["model_body", "year_price", "km_driveline", "look", "city_id"] as const;

/**
 * All counts in one statement: one scan with a grouping set for each packed column, and one more
 * count for each facet that is filtered, without its own filter.
 */
export async function countFacets(
  conditions: Conditions,
  geo: Point | null,
  dictionary: SearchDictionary,
  database: Database = db(),
): Promise<Counted> {
  const active = activeFacets(conditions);
  // Distances are not packed: they depend on the place.
  const apart: FacetName[] = geo && !active.includes("distance") ? [...active, "distance"] : active;
  const { rows } = await database.execute<CountRow>(
    sql`${oneScan(conditions)}
      ${sql.join(
        apart.map((facet) => withoutOwn(facet, conditions, geo)),
        sql``,
      )}`,
  );
  return unfold(rows, apart, dictionary);
}

function oneScan(conditions: Conditions): SQL {
  const columns = sql.join(
    SETS.map((set) => sql.raw(`s.${set}`)),
    sql`, `,
  );
  const sets = sql.join(
    SETS.map((set) => sql.raw(`(s.${set})`)),
    sql`, `,
  );
  const names = SETS.map((set, index) => {
    const bits = (2 ** SETS.length - 1) ^ (1 << (SETS.length - 1 - index));
    return `when ${bits} then '${set}'`;
  }).join(" ");
  return sql`select case grouping(${columns}) ${sql.raw(names)} else 'all' end as tag,
      coalesce(${columns}, 0)::integer as key, count(*)::integer as n
    from listing_search s where ${whereAll(conditions)}
    group by grouping sets (${sets}, ())`;
}

function withoutOwn(facet: FacetName, conditions: Conditions, geo: Point | null): SQL {
  return sql` union all select ${facet}, ${keyOf(facet, geo)}, count(*)::integer
    from listing_search s where ${whereAll(conditions, facet)} group by 2`;
}

function keyOf(facet: FacetName, geo: Point | null): SQL {
  if (facet !== "distance") return sql.raw(`(${KEYS[facet]})::integer`);
  return geo ? circleOf(geo) : sql`0`;
}

/** The smallest circle that holds the listing, 0 for none; measured once, and only where it is near. */
function circleOf(centre: Point): SQL {
  const { minLat, maxLat, minLon, maxLon } = boxAround(centre, Math.max(...RADII_KM));
  // The whole way round counts as within, so each circle ends just behind its edge.
  const edges = RADII_KM.map((radiusKm) => radiusKm + EDGE_KM);
  return sql`case when s.lat between ${minLat}::float8 and ${maxLat}::float8
      and s.lon between ${minLon}::float8 and ${maxLon}::float8
    then coalesce((${sql.param([...RADII_KM])}::integer[])[
      1 + width_bucket(${distanceFrom(centre)}, ${sql.param(edges)}::float8[])], 0)
    else 0 end`;
}

/** A tenth of a millimetre. */
const EDGE_KM = 1e-7;

const KEYS: Readonly<Record<Exclude<FacetName, "distance">, string>> = {
  make: "s.make_id",
  model: "s.model_id",
  bodyType: "s.body_type",
  year: "s.year_price >> 6",
  price: "s.year_price & 63",
  km: "s.km_driveline >> 5",
  fuel: "s.fuel",
  transmission: "s.transmission",
  drive: "s.drive",
  colour: "s.colour",
  province: "s.province",
  city: "s.city_id",
  condition: "s.condition",
  seller: "s.seller",
};

function unfold(
  rows: readonly CountRow[],
  apart: readonly FacetName[],
  dictionary: SearchDictionary,
): Counted {
  const tallies = new Map<FacetName, { counts: Record<string, number>; without: number }>();
  const count = rows.find(({ tag }) => tag === "all")?.n ?? 0;
  for (const facet of FACETS) {
    tallies.set(facet, { counts: {}, without: apart.includes(facet) ? 0 : count });
  }
  for (const { tag, key, n } of rows) {
    if (tag === "all") continue;
    const isOneScan = SETS.some((set) => set === tag);
    const values = isOneScan ? unpack(tag, key, dictionary) : single(tag, key, dictionary);
    for (const [facet, value] of Object.entries(values)) {
      const tally = tallies.get(facet as FacetName);
      // A facet that was counted apart has its counts from there.
      if (!tally || (isOneScan && apart.includes(facet as FacetName))) continue;
      if (!isOneScan) tally.without += n;
      if (value !== null) tally.counts[value] = (tally.counts[value] ?? 0) + n;
    }
  }
  const facets = Object.fromEntries(tallies) as Record<FacetName, Facet>;
  return { count, facets: { ...facets, distance: cumulated(facets.distance) } };
}

/** The values of a packed column, by facet. */
function unpack(tag: string, key: number, dictionary: SearchDictionary) {
  if (tag === "city_id") return single("city", key, dictionary);
  if (tag === "model_body") {
    const model = dictionary.modelById.get(key >> 3);
    return {
      make: model?.make ?? null,
      model: model ? nameKey(model.make, model.model) : null,
      bodyType: codeOf("bodyType", key & 7),
    };
  }
  return UNPACK[tag as keyof typeof UNPACK](key);
}

function single(
  facet: string,
  key: number,
  dictionary: SearchDictionary,
): Record<string, string | null> {
  return { [facet]: valueOf(facet as FacetName, key, dictionary) };
}

function valueOf(facet: FacetName, key: number, dictionary: SearchDictionary): string | null {
  switch (facet) {
    case "make":
      return dictionary.makeById.get(key) ?? null;
    case "model": {
      const model = dictionary.modelById.get(key);
      return model ? nameKey(model.make, model.model) : null;
    }
    case "city": {
      const city = dictionary.cityById.get(key);
      return city ? nameKey(city.provinceCode, city.city) : null;
    }
    case "year":
      return String(FIRST_YEAR + key);
    case "price":
      return String(key * PRICE_STEP_CAD);
    case "km":
      return String(key * KM_STEP);
    case "seller":
      return SELLER_KINDS[key] ?? null;
    case "distance":
      return key === 0 ? null : String(key);
    default:
      return codeOf(facet, key);
  }
}

/** Each car was counted in the smallest circle that holds it; a wider one holds it too. */
function cumulated({ counts, without }: Facet): Facet {
  let sum = 0;
  const wider: Record<string, number> = {};
  for (const radiusKm of RADII_KM) {
    sum += counts[radiusKm] ?? 0;
    if (sum > 0) wider[radiusKm] = sum;
  }
  return { counts: wider, without };
}
