import { eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type Database, db } from "#platform/database/database.server.ts";
import { PROVINCES } from "#values/province.ts";
import { type Code, nameKey } from "./facet-kinds.ts";
import {
  type CodesName,
  FACETS,
  isNamesFacet,
  type ListName,
  type NamesName,
  type SetName,
} from "./facets.ts";
import { searchCityTable, searchMakeTable, searchModelTable } from "./listing-search.table.ts";

type NumberedNames = {
  /** Sorted; models and cities by their keys ("Honda_CR-V"). */
  names: readonly string[];
  numberOf: ReadonlyMap<string, number>;
  nameOf: ReadonlyMap<number, string>;
};

/** The names of the numbers in `listing_search`, in both directions. */
export type SearchDictionary = Readonly<Record<NamesName, NumberedNames>>;

/** Names are only added, so a cached dictionary can only lack the newest ones. */
const CACHE_MS = 1_000;

const dictionaries = new LRUCache<Database, SearchDictionary>({
  max: 2,
  ttl: CACHE_MS,
  fetchMethod: (database) => readDictionary(database),
});

export function searchDictionary(): Promise<SearchDictionary> {
  return dictionaries.forceFetch(db());
}

/**
 * Reads the dictionary again, for a number that the cached one does not contain: a name is
 * committed with its first car.
 */
export async function newestDictionary(): Promise<SearchDictionary> {
  const dictionary = await readDictionary(db());
  dictionaries.set(db(), dictionary);
  return dictionary;
}

async function readDictionary(database: Database): Promise<SearchDictionary> {
  const [makes, models, cities] = await Promise.all([
    database.select().from(searchMakeTable).orderBy(searchMakeTable.name),
    database
      .select({ id: searchModelTable.id, make: searchMakeTable.name, name: searchModelTable.name })
      .from(searchModelTable)
      .innerJoin(searchMakeTable, eq(searchMakeTable.id, searchModelTable.makeId))
      .orderBy(searchMakeTable.name, searchModelTable.name),
    database.select().from(searchCityTable).orderBy(searchCityTable.name),
  ]);
  return {
    make: numbered(makes),
    model: numbered(models.map(({ id, make, name }) => ({ id, name: nameKey(make, name) }))),
    city: numbered(
      cities.flatMap(({ id, province, name }) => {
        const code = PROVINCES[province - 1];
        return code ? [{ id, name: nameKey(code, name) }] : [];
      }),
    ),
  };
}

function numbered(rows: readonly { id: number; name: string }[]): NumberedNames {
  return {
    names: rows.map(({ name }) => name),
    numberOf: new Map(rows.map(({ id, name }) => [name, id])),
    nameOf: new Map(rows.map(({ id, name }) => [id, name])),
  };
}

/** The numbers of codes or names; unknown ones are left out. */
export function findNumbers(
  name: CodesName | NamesName,
  values: Iterable<Code>,
  dictionary: SearchDictionary,
): number[] {
  const findNumber = isNamesFacet(name)
    ? (value: Code) => dictionary[name].numberOf.get(String(value)) ?? 0
    : (value: Code) => findCodeNumber(name, value);
  return [...values].map(findNumber).filter((number) => number > 0);
}

/** The code or name of a number; null for 0 (none of them) and for an unknown number. */
export function findValue(
  name: ListName,
  number: number,
  dictionary: SearchDictionary,
): string | null {
  if (isNamesFacet(name)) return dictionary[name].nameOf.get(number) ?? null;
  const code = listCodes(name)[number - 1];
  return code === undefined ? null : String(code);
}

/** 0 for a code that is not in the list. */
export function findCodeNumber(name: CodesName | SetName, code: Code): number {
  return listCodes(name).indexOf(code) + 1;
}

function listCodes(name: CodesName | SetName): readonly Code[] {
  return FACETS[name].codes;
}
