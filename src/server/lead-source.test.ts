import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRequestScope } from "#platform/request/request-scope.server.ts";
import { serveApp } from "./app.fixture.ts";

let site: Awaited<ReturnType<typeof serveApp>>;
/** The number of pages that were made, and not taken from the cache. */
let made = 0;
beforeAll(async () => {
  site = await serveApp(
    {},
    {
      onPagesChanged: () => {},
      findStoredData: async () => ({ any: false, sent: false, begun: false }),
      respondWithPage: async (request) => {
        made += 1;
        const source = findRequestScope()?.leadSource;
        return request.method === "POST"
          ? Response.json(source ?? null)
          : new Response("<p>cars</p>", {
              headers: { "content-type": "text/html", "cache-control": "private, no-cache" },
            });
      },
    },
  );
});
afterAll(() => site.close());

const AD = "/cars?utm_source=facebook&utm_medium=cpc&utm_campaign=Summer";
const open = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
  (await fetch(site.origin + path, { headers, method })).headers.getSetCookie();

const own = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace("{origin}", site.origin)]),
  );

describe("a page that is opened", () => {
  test("by a link of another site notes what kind it was, each time anew, cached or not", async () => {
    const elsewhere = { referer: "https://www.google.ca/" };
    const noted = ["source=search~~~; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax"];
    await open("/cars");
    const before = made;
    expect(await open("/cars", elsewhere)).toEqual(noted);
    expect(await open("/cars", elsewhere)).toEqual(noted);
    expect(await open("/cars")).toEqual([]);
    // A browser that has the cookie is given the cached page.
    expect(await open("/cars", { ...elsewhere, cookie: "source=search~~~" })).toEqual([]);
    expect(made).toBe(before);
  });

  test("by an ad notes its campaign", async () => {
    expect((await open(AD)).join()).toMatch(/^source=ad~summer~facebook~cpc;/);
    expect(await open(AD, { cookie: "source=email~~~" })).toEqual([]);
  });

  test.each<[string, Record<string, string>, string?]>([
    ["/cars", {}],
    ["/cars", { referer: "{origin}/faq" }],
    ["/cars", { referer: "nonsense" }],
    [AD, { "sec-gpc": "1" }],
    [AD, {}, "HEAD"],
    ["/robots.txt", { referer: "https://www.google.ca/" }],
  ])("%s with %j notes nothing", async (path, headers, method) => {
    expect(await open(path, own(headers), method)).toEqual([]);
  });
});

const none = { campaign: null, campaignSource: null, campaignMedium: null };
test.each<[string, Record<string, string>, unknown]>([
  [
    "who came by an ad",
    { cookie: "theme=dark; source=ad~summer~facebook~cpc" },
    { source: "ad", campaign: "summer", campaignSource: "facebook", campaignMedium: "cpc" },
  ],
  [
    "who blocks cookies, on the page of an ad",
    { referer: `{origin}${AD}` },
    { source: "ad", campaign: "summer", campaignSource: "facebook", campaignMedium: "cpc" },
  ],
  ["who has no cookie", {}, { ...none, source: "direct" }],
  ["who wrote the cookie", { cookie: "source=walk_in~x" }, { ...none, source: "direct" }],
  ["who asks for no notes", { cookie: "source=ad~summer", "sec-gpc": "1" }, null],
])("a form of %s has its source", async (_who, headers, source) => {
  const response = await fetch(`${site.origin}/cars`, { method: "POST", headers: own(headers) });
  expect(await response.json()).toEqual(source);
});
