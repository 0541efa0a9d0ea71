import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bruteForceSearch } from "./brute-force-search.fixture.ts";
import type { GeneratedListing } from "./generated-listings.fixture.ts";
import { randomRequest } from "./random-requests.fixture.ts";
import { NO_FILTERS, type Search, type SearchRequest, SORTS } from "./search.ts";

const RUNS = 500;
/** The same requests every time: a failure is repeated by running again. */
const SEED = 20_261_121;

/** What every implementation of `Search` must prove, on listings that it has been given. */
export function describeSearch(
  name: string,
  peer: { search: Search; listings: readonly GeneratedListing[] },
): void {
  const { search, listings } = peer;
  const anything: Omit<SearchRequest, "limit" | "after"> = {
    filters: NO_FILTERS,
    text: "",
    geo: null,
    sort: "newest",
  };

  async function everyPage(request: typeof anything, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page = await search({ ...request, limit, after });
      expect(page.ids.length).toBeLessThanOrEqual(limit);
      ids.push(...page.ids);
      after = page.next;
    } while (after !== null);
    return ids;
  }

  describe(`${name} answers as the rows read one by one`, () => {
    it(`to ${RUNS} random requests: count, facets and page`, { timeout: 240_000 }, async () => {
      let hits = 0;
      await fc.assert(
        fc.asyncProperty(randomRequest(listings), async (drawn) => {
          const request = { ...drawn, limit: 24, after: null };
          const expected = bruteForceSearch(listings, request);
          const { next, ...answer } = await search(request);
          expect(answer).toEqual({ ...expected, ids: expected.ids.slice(0, 24) });
          expect(next !== null).toBe(expected.count > 24);
          if (expected.count > 0) hits += 1;
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
      // Requests that find nothing prove little.
      expect(hits).toBeGreaterThan(RUNS / 3);
    });
  });

  describe(`${name} pages`, () => {
    it.each(SORTS)("by %s to the end, ties and all, without loss or repeat", async (sort) => {
      const request = { ...anything, sort, geo: { lat: 43.7, lon: -79.42, radiusKm: null } };
      const expected = bruteForceSearch(listings, { ...request, limit: 1, after: null }).ids;
      expect(await everyPage(request, 233)).toEqual(expected);
    });

    it("through random requests to the end", { timeout: 120_000 }, async () => {
      const drawn = fc.tuple(randomRequest(listings), fc.integer({ min: 2, max: 6 }));
      await fc.assert(
        fc.asyncProperty(drawn, async ([request, pages]) => {
          const expected = bruteForceSearch(listings, { ...request, limit: 1, after: null }).ids;
          const limit = Math.max(1, Math.ceil(expected.length / pages));
          expect(await everyPage(request, limit)).toEqual(expected);
        }),
        { numRuns: 50, seed: SEED, endOnFailure: true },
      );
    });

    it.each([
      "",
      "nonsense",
      "newest.1",
      "price.12.0198a000-0000-7000-8000-000000000000",
      "newest.9e999.x",
    ])("from the start where %j is where it should go on", async (after) => {
      const first = await search({ ...anything, limit: 5, after: null });
      expect((await search({ ...anything, limit: 5, after })).ids).toEqual(first.ids);
    });

    it("to a page of nothing: only the counts", async () => {
      const { ids, count } = await search({ ...anything, limit: 0, after: null });
      expect(ids).toEqual([]);
      expect(count).toBe(listings.filter(({ state }) => state === "live").length);
    });
  });
}
