import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrateDatabase } from "#platform/database/database.server.ts";
import { withClient } from "./catalogue.server.ts";

/** Inserts rows whose text contains every character that COPY must escape. */
export const insertCities = (count: number) => `insert into search_city (province, name)
  select 1, 'Ville ' || i || E' \\\\ \\t \\n é ' || md5(i::text) from generate_series(1, ${count}) i`;

/**
 * Turns an empty database into a site with one table and one migration. A restore runs every
 * migration first, and all of the real ones take half a second of processor time.
 */
export async function makeSmallSite(options: { url: string; folder: string; cities: number }) {
  const { url, folder, cities } = options;
  const migrationsFolder = await mkdtemp(join(folder, "migrations-"));
  const tag = "0000_cities";
  const entry = { idx: 0, version: "7", when: 1, tag, breakpoints: true };
  await mkdir(join(migrationsFolder, "meta"));
  await writeFile(
    join(migrationsFolder, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries: [entry] }),
  );
  await writeFile(
    join(migrationsFolder, `${tag}.sql`),
    "create table search_city (id serial primary key, province smallint, name text)",
  );
  await migrateDatabase(url, migrationsFolder);
  await withClient(url, (client) => client.query(insertCities(cities)));
  return { url, migrationsFolder };
}
