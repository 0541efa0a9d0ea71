import { emptySearchTable } from "#domain/empty-search/empty-search.table.ts";
import { db } from "#platform/database/database.server.ts";
import { calendarDay } from "#values/format.ts";

const EXAMPLES = [
  { query: "priceMax=10000&type=truck", times: 9 },
  { query: "make=Tesla&model=Tesla_Model+Y", times: 7 },
  { query: "type=minivan&yearMin=2022", times: 4 },
  { query: "", times: 3 },
] as const;

/** What people of the demo searched for yesterday and did not find. */
export async function countDemoEmptySearches(at: Date): Promise<void> {
  const day = calendarDay(new Date(at.getTime() - 86_400_000));
  await db()
    .insert(emptySearchTable)
    .values(EXAMPLES.map((example) => ({ day, ...example })))
    .onConflictDoNothing();
}
