import { Hono } from "hono";
import { stream } from "hono/streaming";
import { listPosts } from "#domain/blog/posts.server.ts";
import { listLandings } from "#domain/landing/landing-queries.server.ts";
import { findSliceStarts, readListedCars } from "#domain/search/listed-cars.server.ts";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import type { OfferedKind } from "#site/offered.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { languageTag, type Locale, LOCALES } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";
import type { OriginEnv } from "./crawlers.api.ts";

/** A page in a sitemap (sitemaps.org): a path from `paths.ts`, for both languages. */
type Entry = { path: string; changedOn?: string };

/**
 * Where some of the pages come from. A slice is identified by its first key, and holds
 * `ENTRIES_A_SLICE`.
 */
type Source = {
  name: string;
  findSliceStarts(): Promise<string[]>;
  /** The slice in batches; none if no slice of the source has this key. */
  readSlice(from: string): AsyncIterable<readonly Entry[]>;
};

/** Each page has one address per language. The protocol allows 50,000. */
const ADDRESSES_A_SLICE = 10_000;
const ENTRIES_A_SLICE = ADDRESSES_A_SLICE / LOCALES.length;

const PAGES: readonly string[] = [
  paths.home(),
  paths.cars(),
  paths.sellCar(),
  paths.preApproval(),
  paths.creditApplication(),
  paths.callBack(),
  paths.blog(),
  paths.buyingChecklist(),
  paths.blankBillOfSale(),
  paths.faq(),
  paths.about(),
  paths.contact(),
  paths.reviewRule(),
  paths.terms(),
  paths.dealerTerms(),
  paths.termsVersions(),
  paths.privacy(),
  paths.cookies(),
  paths.accessibility(),
];

/** Pages that are there only while their form is offered. */
const FORM_OF_PAGE: ReadonlyMap<string, OfferedKind> = new Map([
  [paths.sellCar(), "sell_car"],
  [paths.preApproval(), "pre_approval"],
  [paths.creditApplication(), "credit_application"],
  [paths.callBack(), "call_back"],
]);

const SOURCES: readonly Source[] = [
  listSource("pages", async () =>
    PAGES.filter((path) => !FORM_OF_PAGE.has(path) || isOffered(FORM_OF_PAGE.get(path)!)).map(
      (path) => ({ path }),
    ),
  ),
  listSource("articles", async () =>
    listPosts({ locale: "en", withDrafts: false }).map(({ id, date }) => ({
      path: paths.blogPost(id),
      changedOn: date,
    })),
  ),
  // Landing pages of one car are not indexed (landing.page.tsx).
  listSource("landings", async () =>
    (await listLandings()).flatMap(({ path, count }) => (count > 1 ? [{ path }] : [])),
  ),
  {
    name: "listings",
    findSliceStarts: () => findSliceStarts(ENTRIES_A_SLICE),
    async *readSlice(from) {
      if (!isUuid(from)) return;
      for await (const cars of readListedCars(from, ENTRIES_A_SLICE)) {
        yield cars.map(({ id, changedOn }) => ({ path: paths.listing(id), changedOn }));
      }
    },
  },
];

/**
 * Pages that are few enough to be listed at once: cut by their position, in the order of addresses.
 */
function listSource(name: string, load: () => Promise<readonly Entry[]>): Source {
  const cut = async () => {
    const entries = (await load()).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const starts = entries.flatMap((_, index) => (index % ENTRIES_A_SLICE === 0 ? [index] : []));
    return { entries, starts };
  };
  return {
    name,
    findSliceStarts: async () => (await cut()).starts.map(String),
    async *readSlice(from) {
      const { entries, starts } = await cut();
      const start = starts.find((each) => String(each) === from);
      if (start !== undefined) yield entries.slice(start, start + ENTRIES_A_SLICE);
    },
  };
}

/** So that new cars are found within the hour. */
const CACHE_CONTROL = "public, max-age=3600";

export const sitemaps = new Hono<OriginEnv>()
  .get(paths.sitemap(), async (context) => {
    const { origin } = context.get("forwarded");
    const addresses = await Promise.all(
      SOURCES.map(async (source) =>
        (await source.findSliceStarts()).map((from) => paths.sitemapSlice(source.name, from)),
      ),
    );
    const slices = addresses.flat().map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`);
    context.header("cache-control", CACHE_CONTROL);
    context.header("content-type", XML);
    return context.body(
      `${HEAD}<sitemapindex xmlns="${SITEMAP}">\n${slices.join("\n")}\n</sitemapindex>\n`,
    );
  })
  .get("/sitemaps/:source/:slice{[\\w-]+\\.xml}", async (context) => {
    const { origin } = context.get("forwarded");
    const source = SOURCES.find(({ name }) => name === context.req.param("source"));
    const from = context.req.param("slice").replace(/\.xml$/, "");
    const batches = source?.readSlice(from)[Symbol.asyncIterator]();
    const first = await batches?.next();
    if (!batches || !first || first.done) return context.notFound();
    context.header("cache-control", CACHE_CONTROL);
    context.header("content-type", XML);
    return stream(context, async (body) => {
      await body.write(`${HEAD}<urlset xmlns="${SITEMAP}" xmlns:xhtml="${XHTML}">\n`);
      let batch: IteratorResult<readonly Entry[]> = first;
      while (!batch.done) {
        await body.write(batch.value.map((entry) => writeEntry(entry, origin)).join(""));
        batch = await batches.next();
      }
      await body.write("</urlset>\n");
    });
  });

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XML = "application/xml; charset=utf-8";
const SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9";
const XHTML = "http://www.w3.org/1999/xhtml";

/**
 * One address per language, each with links to all of them. `paths` writes no character that XML
 * would need escaped.
 */
function writeEntry({ path, changedOn }: Entry, origin: string): string {
  const addressIn = (locale: Locale) => `${origin}${hrefIn(path, locale)}`;
  const alternates = [
    ...LOCALES.map((locale) => [languageTag[locale], addressIn(locale)] as const),
    ["x-default", addressIn("en")] as const,
  ].map(([tag, href]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`);
  const changed = changedOn ? `<lastmod>${changedOn}</lastmod>` : "";
  return LOCALES.map(
    (locale) => `<url><loc>${addressIn(locale)}</loc>${changed}${alternates.join("")}</url>\n`,
  ).join("");
}
