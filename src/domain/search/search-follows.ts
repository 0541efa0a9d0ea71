import {
  type CodesName,
  FACET_NAMES,
  FACETS,
  isCodesFacet,
  isRangeFacet,
  isSetFacet,
  type RangeName,
  type SetName,
} from "./facets.ts";
import { searchColumn, snakeCase } from "./packed-columns.ts";
import { listTypedWords } from "./typed-words.ts";

/**
 * Generates from the facets the SQL that updates `listing_search` and `listing_text` with `listing`
 * in the writer's own transaction. The demo, the editor, an import and a person at psql all write
 * listings, and none of them can forget it. A migration contains this output; a test compares the
 * two.
 *
 *   node src/domain/search/search-follows.ts >> drizzle/….sql
 */
export function searchFollowsSql(): string[] {
  return [codeNumbers(), setNumbers(), codeWords(), followListing(), ...whenListingChanges()];
}

const CODES = FACET_NAMES.filter(isCodesFacet);
const RANGES = FACET_NAMES.filter(isRangeFacet);
const SETS = FACET_NAMES.filter(isSetFacet);
/** All facets whose values are a closed list. */
const LISTS = [...CODES, ...SETS];

/** Columns whose value is not simply the listing's code. */
const SAID_BY: Partial<Record<CodesName, { column: string; code: string }>> = {
  seller: {
    column: "dealership_id",
    code: "case when new.dealership_id is null then 'private' else 'dealer' end",
  },
};

function listingColumn(name: CodesName | RangeName | SetName): string {
  return isCodesFacet(name) && SAID_BY[name]
    ? SAID_BY[name].column
    : snakeCase(FACETS[name].column);
}

function codeExpression(name: CodesName): string {
  return SAID_BY[name]?.code ?? `new.${listingColumn(name)}::text`;
}

function codeNumbers(): string {
  const lists = LISTS.map(
    (name) => `    when '${searchColumn(name)}' then '${FACETS[name].codes.join(" ")}'`,
  );
  return `-- A code's position in its list, from 1; 0 is none of them.
CREATE OR REPLACE FUNCTION search_code(list text, code text) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_position(string_to_array(case list
${lists.join("\n")}
  end, ' '), code), 0)::smallint
$$`;
}

function setNumbers(): string {
  return `-- The same of several codes: those of the list, in its order.
CREATE OR REPLACE FUNCTION search_codes(list text, codes text[]) RETURNS smallint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_agg(number order by number), '{}')
  from (select distinct search_code(list, code) as number from unnest(codes) as code) numbers
  where number > 0
$$`;
}

function codeWords(): string {
  const lists = LISTS.flatMap((name) => {
    const words = listTypedWords(name);
    return words ? [`    when '${searchColumn(name)}' then '${words.join(",")}'`] : [];
  });
  return `-- What people type for a code, in both languages.
CREATE OR REPLACE FUNCTION search_code_words(list text, code text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce((string_to_array(case list
${lists.join("\n")}
  end, ','))[search_code(list, code)], '')
$$`;
}

function followListing(): string {
  const columns: [column: string, value: string][] = [
    ["posted_at", "coalesce(new.posted_at, new.created_at)"],
    ["sold_at", "case new.state when 'sold' then new.sold_at end"],
    ["lat", "coalesce(new.lat, 0)"],
    ["lon", "coalesce(new.lon, 0)"],
    ["status", "case new.state when 'live' then 1 when 'sold' then 2 else 0 end"],
    ["make_id", "make_number"],
    ["model_id", "model_number"],
    ["city_id", "city_number"],
    ...RANGES.map((name): [string, string] => [searchColumn(name), amountExpression(name)]),
    ...CODES.map((name): [string, string] => [
      searchColumn(name),
      `search_code('${searchColumn(name)}', ${codeExpression(name)})`,
    ]),
    ...SETS.map((name): [string, string] => [
      searchColumn(name),
      `search_codes('${searchColumn(name)}', new.${listingColumn(name)})`,
    ]),
  ];
  const words = [
    ...CODES.filter((name) => listTypedWords(name)).map(
      (name) => `    search_code_words('${searchColumn(name)}', ${codeExpression(name)}),`,
    ),
    ...SETS.filter((name) => listTypedWords(name)).map(
      (name) => `    (select string_agg(search_code_words('${searchColumn(name)}', code), ' ')
      from unnest(new.${listingColumn(name)}) as code),`,
    ),
  ];
  const lines = (each: (column: string, value: string) => string) =>
    columns.map(([column, value]) => `    ${each(column, value)}`).join(",\n");
  return `CREATE OR REPLACE FUNCTION search_follows_listing() RETURNS trigger
LANGUAGE plpgsql AS $$
declare
  make_number smallint := 0;
  model_number smallint := 0;
  city_number integer := 0;
begin
  -- A draft's half-typed names are not worth a number, and nobody finds it.
  if new.state in ('live', 'sold') then
    make_number := search_make_number(left(coalesce(new.make, ''), 80));
    model_number := search_model_number(make_number, left(coalesce(new.model, ''), 80));
    city_number := search_city_number(
      search_code('province', new.province_code), left(coalesce(new.city, ''), 80));
  end if;
  insert into listing_search (
    listing_id,
${lines((column) => column)}
  ) values (
    new.id,
${lines((_, value) => value)}
  )
  on conflict (listing_id) do update set
${lines((column) => `${column} = excluded.${column}`)};
  insert into listing_text (listing_id, words)
  values (new.id, search_words(concat_ws(' ',
    new.make, new.model, new.trim, new.city, new.province_code,
${words.join("\n")}
    new.description)))
  on conflict (listing_id) do update set words = excluded.words
    where listing_text.words <> excluded.words;
  return null;
end
$$`;
}

/** A typed year may exceed the column's range. */
function amountExpression(name: RangeName): string {
  const amount = `coalesce(new.${listingColumn(name)}, 0)`;
  return name === "year" ? `least(greatest(${amount}, 0), 32767)` : amount;
}

function whenListingChanges(): string[] {
  const written = [
    "make",
    "model",
    "trim",
    "city",
    "description",
    "lat",
    "lon",
    "state",
    "posted_at",
    "sold_at",
  ];
  const columns = [...written, ...[...RANGES, ...LISTS].map(listingColumn)];
  return [
    "DROP TRIGGER IF EXISTS search_follows_listing ON listing",
    `CREATE TRIGGER search_follows_listing
AFTER INSERT OR UPDATE OF
  ${columns.join(", ")}
ON listing FOR EACH ROW EXECUTE FUNCTION search_follows_listing()`,
  ];
}

if (import.meta.main) {
  // The last statement runs the new trigger for the existing listings.
  const statements = [...searchFollowsSql(), "UPDATE listing SET state = state"];
  process.stdout.write(`${statements.join(";--> statement-breakpoint\n")};\n`);
}
