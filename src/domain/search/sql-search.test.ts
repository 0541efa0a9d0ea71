import { beforeAll } from "vitest";

import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { describeCarsForSale } from "./cars-for-sale-conformance.fixture.ts";
import { generatedListings, storeListings } from "./generated-listings.fixture.ts";
import { describeSearch } from "./search-conformance.fixture.ts";
import { sqlCarsForSale } from "./sql-cars-for-sale.server.ts";
import { sqlSearch } from "./sql-search.server.ts";

const postgres = useTestDatabase();
const listings = [...generatedListings(2_000)];

beforeAll(async () => {
  await storeListings(listings);
  await postgres.asOwner((owner) => owner.execute("analyze"));
});

describeSearch("The search in SQL", { search: sqlSearch, listings });
describeCarsForSale("The stock in SQL", { carsForSale: sqlCarsForSale, listings });
