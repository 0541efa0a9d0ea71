import { beforeAll } from "vitest";

import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { generatedListings, storeListings } from "./generated-listings.fixture.ts";
import { describeSearch } from "./search-conformance.fixture.ts";
import { sqlSearch } from "./sql-search.server.ts";

useTestDatabase();
const listings = [...generatedListings(2_000)];

beforeAll(async () => {
  await storeListings(listings);
});

describeSearch("The search in SQL", { search: sqlSearch, listings });
