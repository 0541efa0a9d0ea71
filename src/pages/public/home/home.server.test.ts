import type { ProvinceCode } from "#values/province.ts";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { reviewTable } from "#domain/review/review.table.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { visitorContext } from "#platform/request/visitor.server.ts";
import type { Locale } from "#values/locale.ts";
import { loadHome } from "./home.server.ts";

useTestDatabase();
let database: Database;

beforeAll(async () => {
  database = db();
});

function home(locale: Locale, variables: Record<string, string> = {}) {
  const read = readEnv(variables);
  if (!read.ok) throw new Error(read.problems.join(" "));
  setEnv(read.env);
  const context = new RouterContextProvider();
  context.set(visitorContext, {
    visitorHash: "",
    locale,
    ipAddress: "127.0.0.1",
    origin: "http://localhost",
    nonce: "",
    theme: "system",
    user: null,
    sessionId: null,
  });
  return loadHome(context, new Request("http://localhost/"));
}

it("opens on an empty database, with no other company's widget", async () => {
  expect(await home("en")).toMatchObject({
    featured: [],
    reviews: { reviews: [], count: 0 },
    served: [],
    reviewsElsewhere: { widgetUrl: null },
  });
});

it("offers the reviews widget only where one is configured", async () => {
  const REVIEWS_WIDGET_URL = "https://reviews.example.com/widget";
  expect((await home("en", { REVIEWS_WIDGET_URL })).reviewsElsewhere.widgetUrl).toBe(
    REVIEWS_WIDGET_URL,
  );
});

it("links to reviews elsewhere only where they are configured", async () => {
  const REVIEWS_PAGE_URL = "https://reviews.example.com/us";
  const pageUrl = async (variables: Record<string, string>) =>
    (await home("en", variables)).reviewsElsewhere.pageUrl;
  expect(await pageUrl({ DEMO: "0" })).toBeNull();
  expect(await pageUrl({ DEMO: "0", REVIEWS_PAGE_URL })).toBe(REVIEWS_PAGE_URL);
  expect(await pageUrl({ DEMO: "1" })).toBeNull();
});

it("shows reviews in the visitor's language first, then the newest", async () => {
  const review = { place: "", stars: 5, text: "", state: "published" } as const;
  const on = (day: number) => new Date(Date.UTC(2026, 0, day));
  await database.insert(reviewTable).values([
    { ...review, author: "en old", locale: "en", writtenAt: on(1) },
    { ...review, author: "fr", locale: "fr", writtenAt: on(2) },
    { ...review, author: "en new", locale: "en", writtenAt: on(3) },
  ]);
  const authors = async (locale: Locale) =>
    (await home(locale)).reviews.reviews.map(({ author }) => author);
  expect(await authors("en")).toEqual(["en new", "en old", "fr"]);
  expect(await authors("fr")).toEqual(["fr", "en new", "en old"]);
});

it("takes the newest car of a dealership outside Quebec as its example, and none in French", async () => {
  const { id: sellerId } = await storePerson("Camille Seller", { role: "seller" });
  const { id: dealershipId } = await storeDealershipRow();
  const postedAt = (day: number) => new Date(Date.UTC(2026, 0, day));
  await storeListing({ sellerId, dealershipId, postedAt: postedAt(1) });
  const newest = await storeListing({ sellerId, dealershipId, postedAt: postedAt(2) });
  await storeListing({ sellerId, dealershipId, postedAt: postedAt(3), provinceCode: "QC" });
  await storeListing({ sellerId, postedAt: postedAt(4) });
  expect((await home("en")).example?.id).toBe(newest);
  expect((await home("fr")).example).toBeNull();
});

it("names each town of a province once", async () => {
  const open = (name: string, city: string, provinceCode: ProvinceCode) =>
    storeDealershipRow({ name, city, provinceCode });
  await open("A", "Toronto", "ON");
  await open("B", "Toronto", "ON");
  await open("C", "Calgary", "AB");
  expect((await home("en")).served).toEqual([
    { provinceCode: "AB", cities: ["Calgary"] },
    { provinceCode: "ON", cities: ["Toronto"] },
  ]);
});
