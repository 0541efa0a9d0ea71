import { eq, sql, TransactionRollbackError } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { bidTable } from "#domain/bid/bid.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { foldText } from "#values/text-fold.ts";
import type { CodesFacet } from "./facet-kinds.ts";
import { FACET_NAMES, FACETS, isCodesFacet, isSetFacet } from "./facets.ts";
import { listingSearchTable, listingTextTable, searchMakeTable } from "./listing-search.table.ts";
import { searchColumn } from "./packed-columns.ts";
import { searchFollowsSql } from "./search-follows.ts";
import { listWords } from "./search-text.ts";
import { listTypedWords } from "./typed-words.ts";
import { NO_FILTERS } from "./search.ts";
import { sqlSearch } from "./sql-search.server.ts";

/** The facets whose values are of a closed list. */
const LISTS = [...FACET_NAMES.filter(isCodesFacet), ...FACET_NAMES.filter(isSetFacet)];
type ListFacet = Pick<CodesFacet, "codes" | "label">;

const postgres = useTestDatabase();
let database: Database;

beforeAll(async () => {
  database = db();
  await database.insert(userTable).values({ id: "seller", name: "A B", email: "a@example.com" });
});

async function park(changes: Partial<typeof listingTable.$inferInsert> = {}): Promise<string> {
  const [row] = await database
    .insert(listingTable)
    .values({
      sellerId: "seller",
      make: "Honda",
      model: "Civic",
      year: 2018,
      bodyType: "sedan",
      exteriorColour: "red",
      transmission: "manual",
      fuel: "gasoline",
      drive: "fwd",
      odometerKm: 50_000,
      priceCad: 20_000,
      condition: "used",
      description: "Leather seats.",
      city: "Toronto",
      provinceCode: "ON",
      lat: 43.7,
      lon: -79.42,
      state: "live",
      illustration: { body: "SUV", colour: "Red" },
      ...changes,
    })
    .returning({ id: listingTable.id });
  return row!.id;
}

async function searchRow(id: string) {
  const [row] = await database
    .select()
    .from(listingSearchTable)
    .where(eq(listingSearchTable.listingId, id));
  return row;
}

describe("the search's own row", () => {
  it("is written, changed and deleted with its listing", async () => {
    const id = await park();
    expect(await searchRow(id)).toMatchObject({ status: 1, priceCad: 20_000, year: 2018 });
    await database
      .update(listingTable)
      .set({ priceCad: 19_000, state: "sold" })
      .where(eq(listingTable.id, id));
    expect(await searchRow(id)).toMatchObject({ status: 2, priceCad: 19_000 });
    await database.delete(listingTable).where(eq(listingTable.id, id));
    expect(await searchRow(id)).toBeUndefined();
  });

  it("is undone with the writer's transaction", async () => {
    const id = await park();
    await database
      .transaction(async (transaction) => {
        await transaction.update(listingTable).set({ priceCad: 1 }).where(eq(listingTable.id, id));
        transaction.rollback();
      })
      .catch(() => {});
    expect(await searchRow(id)).toMatchObject({ priceCad: 20_000 });
  });

  it.each(["draft", "in_review", "paused", "removed"] as const)(
    "hides a listing that is %s",
    async (state) => {
      expect(await searchRow(await park({ state, make: `Never ${state}` }))).toMatchObject({
        status: 0,
        makeId: 0,
      });
      const names = await database.select({ name: searchMakeTable.name }).from(searchMakeTable);
      expect(names.map(({ name }) => name)).not.toContain(`Never ${state}`);
    },
  );

  it("counts bids also while the listing is paused", async () => {
    const id = await park({ state: "paused" });
    const bid = {
      listingId: id,
      bidderId: "seller",
      state: "declined" as const,
      priceCad: 9_000,
      phone: "+14165550100",
    };
    const [first, second] = await database
      .insert(bidTable)
      .values([bid, bid, bid, bid, { ...bid, state: "replaced" }])
      .returning();
    await database.delete(bidTable).where(eq(bidTable.id, first!.id));
    // A withdrawn bid no longer counts, and is not subtracted twice.
    await database.update(bidTable).set({ state: "withdrawn" }).where(eq(bidTable.id, second!.id));
    await database.delete(bidTable).where(eq(bidTable.id, second!.id));
    await database.update(listingTable).set({ state: "live" }).where(eq(listingTable.id, id));
    expect(await searchRow(id)).toMatchObject({ status: 1, bidCount: 2 });
  });

  it.each(LISTS)("knows every %s by its position", async (name) => {
    const { codes }: ListFacet = FACETS[name];
    const numbers = await database.execute<{ number: number }>(
      sql`select search_code(${searchColumn(name)}, code) as number
        from unnest(${sql.param([...codes, "nonsense"].map(String))}::text[]) with ordinality as codes(code, position)
        order by position`,
    );
    expect(numbers.rows.map(({ number }) => number)).toEqual([...codes.map((_, i) => i + 1), 0]);
  });

  it("keeps the features in the order of their list, each once, and packs them", async () => {
    const id = await park({ features: ["tow_hitch", "heated_seats", "heated_seats"] });
    expect(await searchRow(id)).toMatchObject({
      features: [1, 16],
      featuresFirst: 1,
      featuresLast: 128,
    });
    await database.update(listingTable).set({ features: [] }).where(eq(listingTable.id, id));
    expect(await searchRow(id)).toMatchObject({ features: [], featuresFirst: 0, featuresLast: 0 });
  });

  it("stores whatever a seller writes", async () => {
    const description = `${"x".repeat(30_000)} œuvre ’"\\':*&|!`;
    const id = await park({ description, year: 99_999, make: "M".repeat(3_000), model: "" });
    expect(await searchRow(id)).toMatchObject({ status: 1, year: 32_767 });
  });
});

describe("the numbers of names", () => {
  it("are one for a name that several sellers bring at once", async () => {
    const fresh = { make: "Brand", model: "New", city: "Nowhere" };
    const ids = await Promise.all(Array.from({ length: 8 }, () => park(fresh)));
    const rows = await Promise.all(ids.map(searchRow));
    for (const name of ["makeId", "modelId", "cityId"] as const) {
      expect(new Set(rows.map((row) => row?.[name])).size).toBe(1);
    }
  });

  it("are known to the search at once, also where it has read the names a moment ago", async () => {
    const request = { text: "", geo: null, sort: "newest", after: null, limit: 1 } as const;
    await sqlSearch({ ...request, filters: NO_FILTERS });
    await park({ make: "Newest", model: "Of All", city: "Elsewhere" });
    const { facets } = await sqlSearch({ ...request, filters: NO_FILTERS });
    expect(facets.make.counts).toHaveProperty("Newest", 1);
    expect(facets.model.counts).toHaveProperty(["Newest_Of All"], 1);
    expect(facets.city.counts).toHaveProperty("ON_Elsewhere", 1);
  });
});

describe("the migrations", () => {
  const definitions = async (executor: Pick<Database, "execute">) => {
    const { rows } = await executor.execute<{ definition: string }>(sql`
      select pg_get_functiondef(oid) as definition from pg_proc
        where proname in
          ('search_code', 'search_codes', 'search_code_words', 'search_follows_listing')
      union all select pg_get_triggerdef(oid) from pg_trigger
        where tgname = 'search_follows_listing'
      order by 1`);
    return rows.map(({ definition }) => definition);
  };

  it("hold the triggers that the facets ask for (search-follows.ts prints them)", async () => {
    const migrated = await definitions(database);
    await postgres
      .asOwner(async (transaction) => {
        for (const statement of searchFollowsSql()) await transaction.execute(sql.raw(statement));
        expect(migrated).toEqual(await definitions(transaction));
        transaction.rollback();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) throw error;
      });
  });
});

describe("the words of a listing", () => {
  it.each(["Île-d’Orléans", "Sièges en cuir", "CŒUR & œil", "F-150 XLT", "ﬁnance ½", "Straße"])(
    "fold %s as the vocabulary does",
    async (text) => {
      const folded = await database.execute<{ folded: string }>(
        sql`select trim(search_fold(${text})) as folded`,
      );
      const expected = foldText(text).replace(/[^a-z0-9]+/g, " ");
      expect(folded.rows[0]?.folded).toBe(expected.trim());
    },
  );

  it.each(
    LISTS.flatMap((name) => {
      const { codes, label }: ListFacet = FACETS[name];
      return listTypedWords(name)
        ? (["en", "fr"] as const).flatMap((locale) =>
            codes.map((code) => [searchColumn(name), String(code), label(code, locale)]),
          )
        : [];
    }),
  )("find the %s %s by its label, %s", async (list, code, label) => {
    const words = listWords(label ?? "");
    const found = await database.execute<{ words: string }>(
      sql`select search_code_words(${list}, ${code}) as words`,
    );
    const have = found.rows[0]?.words.split(" ") ?? [];
    const has = (word: string) => have.some((each) => each.startsWith(word));
    expect(words.filter((word) => !has(word))).toEqual([]);
  });

  it("hold the car's own words in both languages", async () => {
    const id = await park({
      trim: "Si",
      description: "Toit ouvrant, très propre",
      features: ["heated_steering_wheel", "tow_hitch"],
    });
    const [row] = await database
      .select()
      .from(listingTextTable)
      .where(eq(listingTextTable.listingId, id));
    const words = row?.words.match(/[a-z0-9]+/g);
    expect(words).toEqual(
      expect.arrayContaining(["honda", "civic", "si", "rouge", "red", "berline", "tres", "on"]),
    );
    expect(words).toEqual(expect.arrayContaining(["steering", "volant", "hitch", "attelage"]));
    expect(words).not.toContain("demarreur");
  });
});
