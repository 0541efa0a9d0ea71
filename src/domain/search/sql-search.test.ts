import { afterAll, beforeAll } from "vitest";
import { closeDatabase } from "#platform/database/database.server.ts";
import { type TestDatabase, testDatabase } from "#platform/database/test-database.server.ts";
import { generatedListings, storeListings } from "./generated-listings.fixture.ts";
import { describeSearch } from "./search-conformance.fixture.ts";
import { sqlSearch } from "./sql-search.server.ts";

let postgres: TestDatabase;
const listings = [...generatedListings(2_000)];

beforeAll(async () => {
  postgres = await testDatabase();
  await storeListings(postgres.url, listings);
});
afterAll(async () => {
  await closeDatabase();
  await postgres.drop();
});

describeSearch("The search in SQL", { search: sqlSearch, listings });
