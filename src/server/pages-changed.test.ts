import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  listenTo,
  checkDatabase,
  startDatabaseWatch,
} from "#platform/database/database-watch.server.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { PAGES_CHANGED } from "./shared-pages.ts";

const database = useTestDatabase();
let rings = 0;
let stop: () => Promise<void>;

beforeAll(async () => {
  const stopWatch = startDatabaseWatch({ address: () => database.url });
  const stopListening = listenTo(PAGES_CHANGED, () => (rings += 1));
  // The second poll begins after the first, which may have begun before listening.
  await checkDatabase();
  await checkDatabase();
  stop = async () => {
    stopListening();
    await stopWatch();
  };
});
afterAll(() => stop());

/** The tables that shared pages show; a new one that they show needs its trigger. */
test.each([
  "listing",
  "listing_photo",
  "listing_search",
  "user",
  "dealership",
  "seller_verification",
  "review",
  "setting",
])("a change of %s is told to every process once it is committed", async (table) => {
  const before = rings;
  // The trigger fires for each statement, whether or not it found a row.
  await db().execute(sql`delete from ${sql.identifier(table)} where false`);
  await expect.poll(() => rings, { timeout: 10_000 }).toBeGreaterThan(before);
});
