import { listSequences, listTables, quoteName, withClient } from "./catalogue.server.ts";

/** Every row of every table as text, the tables' triggers, and the value of each sequence. */
export function readContent(url: string) {
  return withClient(url, async (client) => {
    const content = new Map<string, string[]>();
    for (const table of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${quoteName(table)} t order by 1`,
      );
      content.set(
        quoteName(table),
        rows.map(({ row }) => row),
      );
    }
    const { rows: triggers } = await client.query(
      "select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2",
    );
    return { content, triggers, sequences: await listSequences(client) };
  });
}
