import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { checkStructuredData } from "#ui/structured-data.fixture.ts";
import { loadWords } from "./browser.fixture.ts";
import {
  type CrawledPage,
  hasJava,
  readDocument,
  SPEC_ROUTES,
  validateHtml,
} from "./crawl.fixture.ts";
import { journey } from "./journey.fixture.ts";

/**
 * The site as a crawler sees it: every link of every page, in both languages. It is a separate
 * site, because the e-mails of other tests are in the demo's outbox, in their recipients'
 * languages. It is configured with one optional part: content of another company.
 */
const visit = journey({ environment: () => ({ REVIEWS_WIDGET_URL: WIDGET }) });

const WIDGET = "https://reviews.example.test/widget";

const say = loadWords("en");

/** Reached only from a form or an e-mail, so no link of the site leads to them. */
const UNLINKED = ["/forms/newsletter", "/newsletter/confirm/none", "/newsletter/unsubscribe/none"];

const inBoth = (paths: readonly string[]) =>
  paths.flatMap((path) => [path, path === "/" ? "/fr" : `/fr${path}`]);

/**
 * Filters and prefills give endless views: at most this number is checked, and their links are not
 * followed.
 */
const MOST_VIEWS = 24;
/**
 * Pages of one kind have the same component, so at most this number of listings is checked in each
 * language.
 */
const MOST_LISTINGS = 5;
const AT_ONCE = 4;

/**
 * Pages that the sitemap does not list: listings, because sold ones are not in it; sign-in and
 * registration; forms to return to.
 */
const UNLISTED = /\/(details\/|offer|login|register)/;

const pages = new Map<string, CrawledPage>();
const withoutFragment = (link: string) => link.split("#")[0] ?? link;

beforeAll(async () => {
  const reader = await visit.newPage();
  const seen = new Set<string>();
  const counts = { views: 0, en: 0, fr: 0 };
  const isWanted = (path: string) => {
    if (seen.has(path)) return false;
    seen.add(path);
    if (path.includes("?")) return ++counts.views <= MOST_VIEWS;
    const listing = /^(\/fr)?\/details\/[^/]+$/.exec(path);
    return !listing || ++counts[listing[1] ? "fr" : "en"] <= MOST_LISTINGS;
  };
  const waiting = inBoth([...SPEC_ROUTES, ...UNLINKED]).filter(isWanted);
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const response = await fetch(visit.site.origin + path, { redirect: "manual" });
      const elsewhere = response.headers.get("location");
      if (elsewhere) {
        const { pathname, search } = new URL(elsewhere, visit.site.origin);
        waiting.push(...[pathname + search].filter(isWanted));
        continue;
      }
      const input = { path, status: response.status, html: await response.text() };
      const page = await readDocument(reader, { ...input, origin: visit.site.origin });
      pages.set(path, page);
      if (path.includes("?")) continue;
      waiting.push(...page.links.map(withoutFragment).filter(isWanted));
    }
  };
  // One worker first finds enough pages; then all begin.
  const first = waiting.splice(1);
  await work();
  waiting.push(...first);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await reader.context().close();
});

const html = () => [...pages.values()].filter(({ html: text }) => text.startsWith("<!DOCTYPE"));
const indexed = () => html().filter(({ robots, path }) => robots === null && !path.includes("?"));

describe("a crawler", () => {
  test("finds every page of SPEC.md in both languages, and no link that leads nowhere", () => {
    expect(inBoth(SPEC_ROUTES).filter((path) => pages.get(path)?.status !== 200)).toEqual([]);
    const broken = [...pages.values()].filter(({ status }) => status !== 200);
    const from = (target: string) =>
      html().find(({ links }) => links.map(withoutFragment).includes(target))?.path;
    expect(broken.map(({ path, status }) => `${from(path)} → ${path}: ${status}`)).toEqual([]);
    expect(pages.size).toBeGreaterThan(100);
  });

  test("finds every place within a page that a link leads to", () => {
    const lost = html().flatMap(({ path, links }) =>
      links.flatMap((link) => {
        const [target = "", fragment] = link.split("#");
        const page = pages.get(target);
        if (!fragment || !page || page.ids.includes(decodeURIComponent(fragment))) return [];
        return [`${path} → ${link}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  test("finds no form whose mistakes the browser would name instead of the site", () => {
    const checked = html().flatMap(({ path, checkedByBrowser }) =>
      checkedByBrowser.map((name) => `${path}: ${name}`),
    );
    expect(checked).toEqual([]);
  });

  test("is asked to load nothing from another site", () => {
    expect(
      html().flatMap(({ path, asks }) => asks.map((address) => `${path}: ${address}`)),
    ).toEqual([]);
  });

  test("reads a title and a description of its own on every page that may be found", () => {
    const bare = indexed().filter(
      ({ title, description }) => title.length < 10 || (description?.length ?? 0) < 30,
    );
    expect(bare.map(({ path }) => path)).toEqual([]);
    const byTitle = Map.groupBy(
      indexed(),
      ({ title, path }) => `${path.startsWith("/fr")} ${title}`,
    );
    // Two cars may have the same title: their pages differ in their pictures and prices.
    const same = [...byTitle.values()].filter(
      (alike) => alike.length > 1 && !alike.every(({ path }) => path.includes("/details/")),
    );
    expect(same.map((alike) => alike.map(({ path }) => path))).toEqual([]);
  });

  test("is told the address that stands for a page, and the same page in the other language", () => {
    const { origin } = visit.site;
    const wrong = indexed().filter(({ path, canonical, alternates }) => {
      const english = path.replace(/^\/fr(?=\/|$)/, "") || "/";
      const french = english === "/" ? "/fr" : `/fr${english}`;
      return (
        canonical !== origin + path ||
        alternates["en-CA"] !== origin + english ||
        alternates["x-default"] !== origin + english ||
        alternates["fr-CA"] !== origin + french
      );
    });
    expect(wrong.map(({ path, canonical }) => `${path}: ${canonical}`)).toEqual([]);
  });

  test("understands every statement for search engines", () => {
    const faults: string[] = [];
    const types = new Set<string>();
    for (const { path, data } of html()) {
      for (const each of data) {
        const checked = checkStructuredData(each);
        faults.push(...checked.faults.map((fault) => `${path}: ${fault}`));
        for (const type of checked.types) types.add(type);
      }
    }
    expect(faults).toEqual([]);
    for (const type of [
      "Organization",
      "WebSite",
      "Car",
      "BreadcrumbList",
      "ItemList",
      "FAQPage",
      "BlogPosting",
    ])
      expect(types).toContain(type);
  });

  test("finds the statements that belong to each kind of page", () => {
    const wanted: [of: RegExp, types: string[]][] = [
      [/^(\/fr)?\/blogs\/[^/]+$/, ["BlogPosting", "BreadcrumbList"]],
      [/^(\/fr)?\/details\/[^/]+$/, ["Car", "BreadcrumbList"]],
      [/^(\/fr)?\/cars\/./, ["BreadcrumbList", "ItemList"]],
      [/^(\/fr)?\/faq$/, ["FAQPage"]],
      [/^(\/fr)?\/(about|contact)$/, ["Organization"]],
      [/^\/(fr)?$/, ["Organization", "WebSite"]],
    ];
    for (const [kind, types] of wanted) {
      const ids = indexed().filter(({ path, data }) => kind.test(path) && data !== undefined);
      expect([kind, ids.length > 0]).toEqual([kind, true]);
      const without = ids.filter(({ data }) => {
        const found = data.flatMap((each) => checkStructuredData(each).types);
        return !types.every((type) => found.includes(type));
      });
      expect(without.map(({ path }) => path)).toEqual([]);
    }
  });

  /** The audits of Lighthouse 13's SEO category that no other test here covers. */
  test("finds what Lighthouse asks of a page for search engines", async () => {
    const robots = await (await fetch(`${visit.site.origin}/robots.txt`)).text();
    const forbidden = [...robots.matchAll(/^Disallow: (\/\S*)/gm)].map(([, path = ""]) => path);
    const faults = indexed().flatMap(({ path, seo }) => [
      ...(seo.viewport.includes("width=device-width") ? [] : [`${path}: viewport`]),
      ...(seo.lang === (/^\/fr(?=$|\/)/.test(path) ? "fr-CA" : "en-CA") ? [] : [`${path}: lang`]),
      ...seo.links.map((link) => `${path}: no crawler can follow ${link}`),
      ...seo.words.filter((words) => VAGUE.has(words)).map((words) => `${path}: link "${words}"`),
      ...seo.pictures.map((picture) => `${path}: no words for ${picture}`),
      ...forbidden.filter((each) => path.startsWith(each)).map((each) => `${path}: ${each}`),
    ]);
    expect(faults).toEqual([]);
  });

  test("finds a picture for every page that somebody may share, and can fetch it", async () => {
    expect(
      indexed()
        .filter(({ picture }) => !picture)
        .map(({ path }) => path),
    ).toEqual([]);
    const listing = indexed().find(({ path }) => path.startsWith("/details/"));
    const response = await fetch(listing?.picture ?? "");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  test("finds in the sitemap what it found by links, and every address of it opens", async () => {
    const { origin } = visit.site;
    const locations = async (path: string) =>
      [...(await (await fetch(origin + path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, address = ""]) => address.slice(origin.length),
      );
    const slices = await locations("/sitemap.xml");
    const listed = new Set((await Promise.all(slices.map(locations))).flat());
    const missing = indexed().filter(({ path }) => !listed.has(path) && !UNLISTED.test(path));
    expect(missing.map(({ path }) => path)).toEqual([]);
    const unseen = [...listed].filter((path) => !pages.has(path) && !path.includes("/details/"));
    for (const path of unseen)
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
    const robots = await (await fetch(`${origin}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
  });
});

/** A visitor whose requests to other sites are answered here and recorded. */
async function newVisitor(options?: BrowserContextOptions) {
  const page = await visit.newPage(options);
  const requested: string[] = [];
  await page.context().route(
    ({ origin }) => origin !== visit.site.origin,
    (route) => {
      requested.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<h1>Reviews elsewhere</h1>" });
    },
  );
  const { host } = new URL(WIDGET);
  const frame = page.getByTitle(say("home_reviews_widget_title").replace("{host}", host));
  return {
    page,
    asked: requested,
    load: page.getByRole("link", { name: say("home_reviews_widget_load").replace("{host}", host) }),
    frame,
    shown: frame.contentFrame().getByRole("heading", { name: "Reviews elsewhere" }),
    ...choices(page),
  };
}

/** The buttons of /cookies. */
const choices = (page: Page) => ({
  allow: page.getByRole("button", { name: say("information_cookies_choice_allow") }),
  forbid: page.getByRole("button", { name: say("information_cookies_choice_forbid") }),
});

describe("another company's content", () => {
  test.each([true, false])(
    "comes once it is allowed on /cookies, and not before (script: %s)",
    async (javaScriptEnabled) => {
      const visitor = await newVisitor({ javaScriptEnabled });
      const { page, asked } = visitor;
      for (const path of ["/", "/about"]) {
        await page.goto(path, { waitUntil: "networkidle" });
        await visitor.load.waitFor();
      }
      await page.goto("/cookies");
      await visitor.allow.click();
      await visitor.forbid.waitFor();
      expect(asked).toEqual([]);
      await page.goto("/about");
      await visitor.shown.waitFor();
      expect(asked).toEqual([WIDGET]);

      await page.goto("/cookies");
      await visitor.forbid.click();
      await visitor.allow.waitFor();
      await page.goto("/about", { waitUntil: "networkidle" });
      expect(asked).toEqual([WIDGET]);
      await page.context().close();
    },
  );

  test("comes for this once by its button", async () => {
    const visitor = await newVisitor();
    const { page, asked } = visitor;
    await page.goto("/about");
    await visitor.load.click();
    await visitor.shown.waitFor();
    expect(asked).toEqual([WIDGET]);
    expect(new URL(page.url()).pathname).toBe("/about");
    await page.reload();
    await visitor.load.waitFor();
    expect(await visitor.frame.count()).toBe(0);
    await page.context().close();
  });
});

test("the cookie page names everything that visits leave in the browser", async () => {
  const page = await visit.newPage();
  const { allow, forbid } = choices(page);
  await page.goto("/");
  // Not the script of that name, which the click fetches first.
  const chosen = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/theme"),
  );
  await page.getByRole("button", { name: say("layout_theme_dark") }).click();
  await chosen;
  await page.goto("/cars");
  await page.getByRole("article").getByRole("link").first().click();
  await page.waitForFunction(() => localStorage.getItem("recently-viewed") !== null);
  await page.goto("/allListings");
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: say("forms_next"), exact: true }).click();
  await page.waitForURL(/\/allListings\/./);
  await page.goto("/cookies");
  await allow.click();
  await forbid.waitFor();
  await visit.signIn(page, "buyer");
  const token = page.waitForResponse((response) => response.url().endsWith("/jwt"));
  await page.goto("/account");
  await token;
  await page.goto("/saved");
  await page.getByRole("heading", { level: 1 }).waitFor();

  const cookies = (await page.context().cookies()).map(({ name }) => name.replace(/^__Host-/, ""));
  const stored = await page.evaluate(async () => ({
    storage: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  expect(cookies).toEqual(expect.arrayContaining(["visitor", "theme", "embeds", "session"]));
  expect(stored.storage).toEqual(expect.arrayContaining(["access-token", "recently-viewed"]));
  await page.goto("/cookies");
  const named = await page.getByRole("main").innerText();
  const list = await page.getByRole("heading", { level: 3 }).allInnerTexts();
  expect(cookies.filter((name) => !list.includes(name))).toEqual([]);
  expect(stored.storage.filter((name) => !named.includes(name))).toEqual([]);
  expect(stored.databases).toEqual([]);
  await page.context().close();
});

/**
 * Texts that a link must not have, from Lighthouse's list in both languages: they say nothing about
 * its target.
 */
const VAGUE = new Set([
  ..."click here,click this,go,here,information,learn more,more,more info,more information,right here,read more,see more,start,this".split(
    ",",
  ),
  ..."cliquez ici,cliquez,ici,en savoir plus,plus,plus d’infos,plus d’informations,lire la suite,lire plus,voir plus,suite,continuer".split(
    ",",
  ),
]);

/**
 * English words that do not exist in French. "On" and "car" exist in French too, so they are not
 * listed.
 */
const ENGLISH =
  /(?<!\p{L})(the|and|your|with|you|our|this|that|from|have|has|are|was|were|will|not|they|which|what|when|where|how|sign in|learn more|read|search|loading|used|sale|price|seller|dealer|listing|found|please|submit|required|enter|select)(?!\p{L})/giu;

/**
 * English words that French pages may contain: names, and terms that the trade has from English.
 */
const ALLOWED: readonly [what: RegExp, why: string][] = [
  [/Grand Caravan|Land Rover|Range Rover|Town & Country/gu, "models"],
  [/Queen Street|Lakeshore Lane|Bow River Auto/gu, "dealerships of the demo"],
  [/demo-[a-z-]+/gu, "passwords of the demo"],
  [
    /The Layered Approach|The importance of having recalls?|How to access your credit report|How applying for multiple car loans affects your credit|Border agency recovered nearly 2,000 stolen vehicles this year|Used vehicle information package|Actions by the RCMP on auto theft/gu,
    "titles of sources in English",
  ],
];

test("no English is left over in French", () => {
  const left = html()
    .filter(({ path }) => /^\/fr(?=$|[/?])/.test(path))
    // The paper is in both languages, because a side may read only one of them.
    .filter(({ path }) => !path.startsWith("/fr/bill-of-sale?"))
    .flatMap(({ path, words }) => {
      const said = ALLOWED.reduce((text, [what]) => text.replace(what, " "), words);
      return [...said.matchAll(ENGLISH)].map(
        ({ 0: word, index }) =>
          `${path}: ${word} (…${said.slice(Math.max(0, index - 30), index + 30)}…)`,
      );
    });
  expect([...new Set(left)].slice(0, 40)).toEqual([]);
});

/** One document of each kind; pages of the same component are not checked again. */
function samples(): CrawledPage[] {
  const kindOf = (path: string) =>
    path
      .replace(/\/details\/[^/]+/, "/details/:id")
      .replace(/\/blogs\/[^/?]+/, "/blogs/:id")
      .replace(/\/faq\/[^/?]+/, "/faq/:id")
      .replace(
        /\/cars\/[^/?]+(\/[^/?]+)?/,
        (_, within) => `/cars/:subject${within ? "/:within" : ""}`,
      )
      .replace(/\?.*/, "?");
  return [...Map.groupBy(html(), ({ path }) => kindOf(path)).values()].flatMap(
    ([first]) => first ?? [],
  );
}

const canValidate = await hasJava();

test.skipIf(!canValidate)(
  "the W3C's checker finds nothing wrong with any kind of page",
  async () => {
    const documents = new Map(samples().map((page) => [page.path, page.html]));
    expect(documents.size).toBeGreaterThan(30);
    expect(await validateHtml(documents)).toEqual([]);
  },
);
