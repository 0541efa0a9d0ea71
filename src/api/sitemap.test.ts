import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { readListedCars } from "#domain/search/listed-cars.server.ts";
import { generatedListings, storeListings } from "#domain/search/generated-listings.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { crawlerFiles, type OriginEnv } from "./crawlers.api.ts";
import { sitemaps } from "./sitemap.api.ts";

const LISTINGS = 25_000;
const ORIGIN = "https://cars.example.ca";

const postgres = useTestDatabase();
beforeAll(async () => {
  const [model] = generatedListings(1);
  await storeListings(model ? [{ ...model, state: "live" }] : []);
  // With the data that the triggers would write: they take a minute for so many rows.
  await postgres.asOwner(async (transaction) => {
    await transaction.execute(sql`alter table listing disable trigger user`);
    await transaction.execute(sql`
      insert into listing (seller_id, make, model, year, body_type, exterior_colour, transmission,
        fuel, odometer_km, price_cad, condition, description, city, province_code, lat, lon, state,
        posted_at, illustration)
      select seller_id, make, model, year, body_type, exterior_colour, transmission, fuel,
        odometer_km, price_cad, condition, '', city, province_code, lat, lon,
        case when n < ${LISTINGS}::integer then 'live' else 'paused' end, posted_at, illustration
      from listing, generate_series(1, ${LISTINGS + 50}::integer) n`);
    await transaction.execute(sql`
      insert into listing_search (listing_id, posted_at, lat, lon, price_cad, odometer_km, city_id,
        status, make_id, model_id, year, body_type, colour, province, fuel, transmission, drive,
        condition, seller)
      select listing.id, s.posted_at, s.lat, s.lon, s.price_cad, s.odometer_km, s.city_id,
        case listing.state when 'live' then 1 else 0 end, s.make_id, s.model_id, s.year, s.body_type,
        s.colour, s.province, s.fuel, s.transmission, s.drive, s.condition, s.seller
      from listing, listing_search s where listing.id <> s.listing_id`);
    await transaction.execute(sql`alter table listing enable trigger user`);
  });
});

const site = new Hono<OriginEnv>()
  .use(async (context, next) => {
    context.set("forwarded", { origin: ORIGIN });
    await next();
  })
  .route("/", crawlerFiles)
  .route("/", sitemaps);

async function read(path: string): Promise<string> {
  const response = await site.request(path);
  expect(response.status).toBe(200);
  return response.text();
}

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = ""]) => at);
const findSlices = async (source: string) =>
  locations(await read("/sitemap.xml"))
    .map((address) => address.slice(ORIGIN.length))
    .filter((path) => path.startsWith(`/sitemaps/${source}/`));

describe("the sitemap", () => {
  it("cuts 25,000 listings into slices of 10,000 addresses, each car once a language", async () => {
    const slices = await findSlices("listings");
    const read25k = await Promise.all(slices.map(read));
    const found = read25k.map(locations);
    expect(found.map(({ length }) => length)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
    const all = new Set(found.flat());
    expect(all.size).toBe(2 * LISTINGS);
    const english = [...all].filter((address) => !address.startsWith(`${ORIGIN}/fr/`));
    expect(english).toHaveLength(LISTINGS);
    expect(english.every((address) => all.has(address.replace(ORIGIN, `${ORIGIN}/fr`)))).toBe(true);
    expect(read25k[0]).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  });

  it("holds no more than a batch of a slice at a time", async () => {
    const [slice = ""] = await findSlices("listings");
    const from = slice.split("/").at(-1)?.replace(".xml", "") ?? "";
    const sizes: number[] = [];
    for await (const batch of readListedCars(from, 5_000)) sizes.push(batch.length);
    expect(sizes).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
    // What the client does not read is not queried: the response begins before the whole slice was
    // read.
    const response = await site.request(slice);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("<urlset");
    await reader?.cancel();
  });

  it("names the pages and the landing pages, each with its other language", async () => {
    const [pages = ""] = await findSlices("pages");
    const xml = await read(pages);
    expect(xml).toContain(
      `<url><loc>${ORIGIN}/fr/faq</loc><xhtml:link rel="alternate" hreflang="en-CA" href="${ORIGIN}/faq"/>`,
    );
    expect(locations(xml)).toContain(`${ORIGIN}/fr`);
    const [landings = ""] = await findSlices("landings");
    const found = locations(await read(landings));
    expect(found.length).toBeGreaterThanOrEqual(10);
    expect(found.every((address) => /\/cars\/[a-z0-9-]+(\/[a-z0-9-]+)?$/.test(address))).toBe(true);
  });

  it.each([
    "/sitemaps/pages/1.xml",
    "/sitemaps/nothing/0.xml",
    "/sitemaps/listings/0.xml",
    "/sitemaps/listings/ffffffff-ffff-7fff-bfff-ffffffffffff.xml",
  ])("has no slice %s", async (path) => {
    expect((await site.request(path)).status).toBe(404);
  });
});

describe("the files for crawlers", () => {
  it("name the sitemap by its full address, and keep out of what is nobody's page", async () => {
    const robots = await read("/robots.txt");
    expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    expect(robots).toContain("Disallow: /fr/staff");
    expect(robots).toContain("Disallow: /fr/review/\n");
    expect(robots).not.toMatch(/Disallow: \/(fr)?$/m);
  });

  it("tell a language model what there is, in addresses of the site", async () => {
    const text = await read("/llms.txt");
    expect(text).toMatch(/^# .+\n\n> .+\n/);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, at = ""]) => at);
    expect(links.length).toBeGreaterThan(10);
    expect(links.every((address) => address.startsWith(`${ORIGIN}/`))).toBe(true);
  });
});
