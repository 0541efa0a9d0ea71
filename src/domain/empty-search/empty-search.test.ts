import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { NO_FILTERS } from "#domain/search/search.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { countEmptySearch, listEmptySearches, writeEmptySearches } from "./empty-search.server.ts";
import { emptySearchTable } from "./empty-search.table.ts";
import { describeCountedQuery, writeCountedQuery } from "./empty-search.ts";

useTestDatabase();

test.each([
  [{ make: ["Honda"], model: ["Honda_Civic"] }, "", "make=Honda&model=Honda_Civic"],
  [{}, "toyota tacoma of Ana Roy, 403 555 0147", "make=Toyota&model=Toyota_Tacoma"],
  [{ make: ["Ana Roy"], city: ["AB_Calgary"] }, "ana@example.com", ""],
  [{ price: { min: null, max: 19_999 }, bodyType: ["suv"] }, "", "priceMax=20000&type=suv"],
  [{ price: { min: null, max: 99_999_999 } }, "", "priceMax=100000"],
])("of %j and %j only %j is kept", (filters, text, query) => {
  expect(writeCountedQuery({ ...NO_FILTERS, ...filters } as typeof NO_FILTERS, text)).toBe(query);
});

test("is named as the page names its filters", () => {
  expect(describeCountedQuery("make=Honda&priceMax=20000&type=suv", "en")).toBe(
    "Budget: ≤ $20,000 · Body type: SUV · Make: Honda",
  );
  expect(describeCountedQuery("", "en")).toBe("");
});

test("is counted by day, and a program that tries everything fills no table", async () => {
  const search = (filters: Partial<typeof NO_FILTERS>) =>
    countEmptySearch({ ...NO_FILTERS, ...filters }, "");
  search({ make: ["Honda"] });
  search({ make: ["Honda"] });
  await writeEmptySearches();
  search({ make: ["Honda"] });
  await writeEmptySearches();
  const always = { from: "2000-01-01", to: "2100-01-01" };
  expect(await listEmptySearches(always)).toEqual([{ query: "make=Honda", times: 3 }]);

  for (let year = 1930; year < 1930 + 120; year += 1) search({ year: { min: year, max: null } });
  await writeEmptySearches();
  for (let year = 1930; year < 1930 + 120; year += 1) search({ year: { min: null, max: year } });
  await writeEmptySearches();
  search({ make: ["Ford"] });
  search({ make: ["Honda"] });
  await writeEmptySearches();
  const listed = await listEmptySearches(always);
  expect(listed[0]).toEqual({ query: "make=Honda", times: 4 });
  expect(await db().$count(emptySearchTable, eq(emptySearchTable.query, "make=Ford"))).toBe(0);
});
