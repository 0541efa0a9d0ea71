import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "./database.server.ts";
import { useTestDatabase } from "./test-database.server.ts";

useTestDatabase();

type Snapshot = {
  tables: Record<
    string,
    {
      name: string;
      columns: Record<string, { name: string; notNull: boolean }>;
      checkConstraints: Record<string, { name: string; value: string }>;
    }
  >;
};

/** What the code declares, as drizzle-kit wrote it with the newest migration. */
const [newest = ""] = readdirSync("drizzle/meta")
  .filter((name) => name.endsWith("_snapshot.json"))
  .toSorted()
  .toReversed();
const { tables } = JSON.parse(readFileSync(`drizzle/meta/${newest}`, "utf8")) as Snapshot;

const wordsOf = (text: string) =>
  [...text.matchAll(/'([^']*)'/g)].map(([, word = ""]) => word).toSorted();

// A migration's SQL may have been written before another one extended the same list of codes.
test("the migrations make the checks that the code declares", async () => {
  const { rows } = await db().execute<{ name: string; definition: string }>(sql`
    select conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`);
  const made = new Map(rows.map(({ name, definition }) => [name, wordsOf(definition)]));
  const declared = Object.values(tables).flatMap(({ checkConstraints }) =>
    Object.values(checkConstraints).map(({ name, value }) => [name, wordsOf(value)] as const),
  );
  expect(declared.length).toBeGreaterThan(100);
  for (const [name, words] of declared) expect([name, made.get(name)]).toEqual([name, words]);
});

test("the migrations make the columns that the code declares", async () => {
  const { rows } = await db().execute<{ column: string; required: boolean }>(sql`
    select table_name || '.' || column_name as column, is_nullable = 'NO' as required
    from information_schema.columns where table_schema = 'public'`);
  const made = new Map(rows.map(({ column, required }) => [column, required]));
  for (const { name, columns } of Object.values(tables))
    for (const { name: column, notNull } of Object.values(columns))
      expect([`${name}.${column}`, made.get(`${name}.${column}`)]).toEqual([
        `${name}.${column}`,
        notNull,
      ]);
});
