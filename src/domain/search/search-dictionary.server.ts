import { eq } from "drizzle-orm";
import { type Database, db } from "#platform/database/database.server.ts";
import { PROVINCES, type ProvinceCode } from "#values/province.ts";
import { searchCityTable, searchMakeTable, searchModelTable } from "./listing-search.table.ts";
import { type CityName, type ModelName, nameKey } from "./search.ts";

/** The names behind the numbers of `listing_search`, both ways. */
export type SearchDictionary = {
  /** Sorted by name, as are models and cities. */
  makes: readonly string[];
  models: readonly ModelName[];
  cities: readonly CityName[];
  makeIds: ReadonlyMap<string, number>;
  /** By `nameKey`, as the cities' are. */
  modelIds: ReadonlyMap<string, number>;
  cityIds: ReadonlyMap<string, number>;
  makeById: ReadonlyMap<number, string>;
  modelById: ReadonlyMap<number, ModelName>;
  cityById: ReadonlyMap<number, CityName>;
};

type Kept = { dictionary: Promise<SearchDictionary>; readAtMs: number };

const kept = new WeakMap<Database, Kept>();
/** Names are only ever added, so an old answer is at worst short of the newest. */
const KEPT_MS = 1_000;

export function searchDictionary(): Promise<SearchDictionary> {
  const database = db();
  const known = kept.get(database);
  if (known && performance.now() - known.readAtMs < KEPT_MS) return known.dictionary;
  const dictionary = readDictionary(database);
  kept.set(database, { dictionary, readAtMs: performance.now() });
  dictionary.catch(() => kept.delete(database));
  return dictionary;
}

async function readDictionary(database: Database): Promise<SearchDictionary> {
  const [makes, models, cities] = await Promise.all([
    database.select().from(searchMakeTable).orderBy(searchMakeTable.name),
    database
      .select({ id: searchModelTable.id, make: searchMakeTable.name, model: searchModelTable.name })
      .from(searchModelTable)
      .innerJoin(searchMakeTable, eq(searchMakeTable.id, searchModelTable.makeId))
      .orderBy(searchMakeTable.name, searchModelTable.name),
    database.select().from(searchCityTable).orderBy(searchCityTable.name),
  ]);
  const named = cities.flatMap(({ id, province, name }) => {
    const provinceCode: ProvinceCode | undefined = PROVINCES[province - 1];
    return provinceCode ? [{ id, provinceCode, city: name }] : [];
  });
  return {
    makes: makes.map(({ name }) => name),
    models: models.map(({ make, model }) => ({ make, model })),
    cities: named.map(({ provinceCode, city }) => ({ provinceCode, city })),
    makeIds: new Map(makes.map(({ id, name }) => [name, id])),
    modelIds: new Map(models.map(({ id, make, model }) => [nameKey(make, model), id])),
    cityIds: new Map(named.map(({ id, provinceCode, city }) => [nameKey(provinceCode, city), id])),
    makeById: new Map(makes.map(({ id, name }) => [id, name])),
    modelById: new Map(models.map(({ id, make, model }) => [id, { make, model }])),
    cityById: new Map(named.map(({ id, provinceCode, city }) => [id, { provinceCode, city }])),
  };
}
