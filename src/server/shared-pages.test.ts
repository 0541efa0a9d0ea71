import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { hashOf, VIEWER, SENT, servePages } from "./shared-pages.fixture.ts";

let site: Awaited<ReturnType<typeof servePages>>;

beforeEach(async () => {
  site = await servePages();
});

afterEach(() => site.close());

test("strangers get one rendering, made for nobody", async () => {
  const { get, renderings } = site;
  const responses = await Promise.all([
    get("/cars?make=Honda", { "user-agent": "one", referer: "https://search.example/?q=me" }),
    get("/cars?make=Honda", { "user-agent": "two", cookie: "language=en" }),
    get("/cars?make=Honda", { "accept-language": "fr-CA" }),
  ]);
  expect(new Set(responses.map(({ html }) => html)).size).toBe(1);
  expect(renderings).toHaveLength(1);
  const [{ visitor, headers } = renderings[0]!] = renderings;
  expect(visitor).toMatchObject({ ipAddress: "", user: null, sessionId: null });
  expect([...headers.keys()]).toEqual(["accept"]);
});

test.each([
  ["another address", "/cars?make=Ford", {}],
  ["the other language", "/fr/cars?make=Honda", {}],
  ["another look", "/cars?make=Honda", { cookie: "theme=dark" }],
  ["another province", "/cars?make=Honda", { cookie: "province=QC" }],
])("%s is another page", async (_name, path, headers) => {
  const { get, renderings } = site;
  await get("/cars?make=Honda");
  await get(path, headers);
  expect(renderings).toHaveLength(2);
});

/** A session is looked up in a database: shared-pages.e2e.ts has a test with one. */
const PERSONAL = Object.keys(COOKIE_SECONDS).filter(
  (name) => !/^(theme|payments|province|language|source|session)$/.test(name),
);

test.each([...PERSONAL.map((name) => `${name}=1`), "__Host-visitor=1", "other=1", "odd"])(
  "who brings the cookie %s gets a page of their own, and leaves none behind",
  async (cookie) => {
    const { get, renderings } = site;
    await get("/about");
    await get("/about", { cookie: `theme=dark; ${cookie}`, "user-agent": "theirs" });
    await get("/about", { cookie: "theme=dark" });
    expect(renderings.map(({ headers }) => headers.get("user-agent"))).toEqual([
      null,
      "theirs",
      null,
    ]);
  },
);

test("who came before a change, and reads from what was chosen by then, leaves no page behind", async () => {
  const { get, renderings, traces, emptyPages } = site;
  traces.whileSought = emptyPages;
  await get("/about", { cookie: `visitor=${VIEWER}` });
  await get("/about");
  expect(renderings).toHaveLength(2);
});

test.each(["/login", "/sell-car", "/allListings", "/creditform", "/details/1/bid"])(
  "%s is everybody's own",
  async (path) => {
    const { get, renderings } = site;
    await get(path);
    await get(path);
    expect(renderings).toHaveLength(2);
  },
);

test.each(["/about.data", "/_.data", "/fr.data", "/fr/cars.data?make=Honda"])(
  "the router's data %s is shared as its page is, and allows no script",
  async (path) => {
    const { get, renderings } = site;
    const first = await get(path);
    expect(await get(path)).toMatchObject({ status: 200, html: first.html });
    await get(path, { cookie: `visitor=${SENT}` });
    expect(renderings).toHaveLength(2);
    const etag = first.headers.get("etag") ?? "";
    expect((await get(path, { "if-none-match": etag })).status).toBe(304);
  },
);

test("a browser of which nothing is stored is a stranger, one that sent something is not", async () => {
  const { get, renderings } = site;
  await get("/about");
  await get("/about", { cookie: `visitor=${VIEWER}; theme=system` });
  expect(renderings).toHaveLength(1);
  await get("/about", { cookie: `visitor=${SENT}` });
  await get("/about", { cookie: `visitor=${VIEWER}; embeds=1` });
  expect(renderings).toHaveLength(3);
});

test("whatever somebody brings, nobody else is ever answered with a page that knows it", async () => {
  // Everything by which a page could recognize somebody: the page prints it.
  const { get, pages, emptyPages } = site;
  pages.respond = async (request, visitor) => {
    const { cookie, ...headers } = Object.fromEntries(request.headers);
    const { visitorHash, ipAddress, locale, theme } = visitor;
    return Response.json({ cookie, headers, visitorHash, ipAddress, locale, theme });
  };
  const cookies = fc.uniqueArray(
    fc.oneof(
      fc.constantFrom("theme=dark", "theme=light", "language=fr", "language=en", "embeds=all"),
      fc.constantFrom(`visitor=${VIEWER}`, `visitor=${SENT}`, "visitor=forged", "device=1", "odd"),
      fc.stringMatching(/^[a-z]{1,8}=[\w%"-]{0,12}$/),
    ),
    { maxLength: 4 },
  );
  const path = fc.constantFrom(
    "/faq",
    "/cars",
    "/fr/cars",
    "/about.data",
    "/details/1",
    "/fr.data",
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(path, cookies, fc.boolean(), async (requested, brought, empties) => {
      if (empties) emptyPages();
      count += 1;
      const agent = `agent ${count}`;
      const { html } = await get(requested, {
        "user-agent": agent,
        ...(brought.length > 0 ? { cookie: brought.join("; ") } : {}),
      });
      const page = JSON.parse(html) as Record<string, unknown> & {
        headers: { "user-agent"?: string };
      };
      const isOwn = page.headers["user-agent"] === agent;
      if (isOwn) return;
      // A shared page knows nobody, and has the requested theme and language.
      const theme = brought.find((each) => each.startsWith("theme="))?.slice(6) ?? "system";
      expect(page).toEqual({
        headers: { accept: "text/html" },
        visitorHash: hashOf("nobody"),
        ipAddress: "",
        locale: requested.startsWith("/fr") ? "fr" : "en",
        theme: /^(dark|light)$/.test(theme) ? theme : "system",
      });
      const heeded = brought.filter((each) => !/^(theme|language)=/.test(each));
      expect(heeded.filter((each) => !each.startsWith("visitor="))).toEqual([]);
      // Of two cookies with the same name the first one counts.
      expect([undefined, `visitor=${VIEWER}`]).toContain(heeded[0]);
    }),
    { numRuns: 300 },
  );
});

test("a post is never answered with a page that was kept", async () => {
  const { get, renderings, origin } = site;
  await get("/about");
  await get("/about", { origin: origin, "sec-fetch-site": "same-origin" }, "POST");
  expect(renderings).toHaveLength(2);
});

test("a car that is gone is not kept", async () => {
  const { get } = site;
  expect((await get("/details/gone")).status).toBe(410);
  expect((await get("/details/gone")).status).toBe(410);
});

test("what was changed is shown, also where a rendering was under way", async () => {
  const { get, renderings, pages, emptyPages } = site;
  expect((await get("/cars")).html).toContain("$10,000");
  pages.price = "$9,000";
  emptyPages();
  const underWay = get("/cars");
  await expect.poll(() => renderings.length).toBe(2);
  pages.price = "$8,000";
  emptyPages();
  await underWay;
  expect((await get("/cars")).html).toContain("$8,000");
});

test("a rendering that fails is tried again", async () => {
  const { get, pages } = site;
  const { respond } = pages;
  pages.respond = () => Promise.reject(new Error("the database is away"));
  expect((await get("/cars")).status).toBe(500);
  pages.respond = respond;
  expect((await get("/cars")).status).toBe(200);
});
