import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { servePages } from "./shared-pages.fixture.ts";

let site: Awaited<ReturnType<typeof servePages>>;

beforeEach(async () => {
  site = await servePages();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await site.close();
});

const ENCODINGS = ["br", "gzip", "identity"];

test.each(ENCODINGS.flatMap((first) => ENCODINGS.map((then) => [first, then])))(
  "the same page in %s, then in %s, of one rendering",
  async (first, then) => {
    const { get, renderings, pages } = site;
    const { html, headers } = await get("/faq", { "accept-encoding": first });
    const response = await get("/faq", { "accept-encoding": then });
    expect(response.html).toBe(html);
    expect(response.html).toContain(pages.price);
    expect(response.headers.get("content-encoding") ?? "identity").toBe(then);
    expect(response.headers.get("vary")).toMatch(/Accept-Encoding/);
    for (const name of ["etag", "content-security-policy"])
      expect(response.headers.get(name)).toBe(headers.get(name));
    expect(renderings).toHaveLength(1);
  },
);

test("asked in several encodings at once, it is rendered once", async () => {
  const { get, renderings } = site;
  const requested = ENCODINGS.map((encoding) => get("/faq", { "accept-encoding": encoding }));
  expect(new Set((await Promise.all(requested)).map(({ html }) => html)).size).toBe(1);
  expect(renderings).toHaveLength(1);
});

test("made from another encoding, it is kept no longer than that", async () => {
  let laterMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + laterMs);
  const { get, renderings } = site;
  await get("/faq", { "accept-encoding": "br" });
  laterMs = 40_000;
  await get("/faq", { "accept-encoding": "gzip" });
  expect(renderings).toHaveLength(1);
  laterMs = 80_000;
  const countRenderings = async () => {
    await get("/faq", { "accept-encoding": "gzip" });
    return renderings.length;
  };
  // The cache reads the clock once a millisecond.
  await expect.poll(countRenderings).toBe(2);
});

test("what is kept has a bound", async () => {
  const noise = randomBytes(3 * 1024 * 1024).toString("base64");
  const { get, renderings, pages } = site;
  const { respond } = pages;
  pages.respond = async (request, visitor) => {
    const page = await respond(request, visitor);
    return new Response((await page.text()) + noise, page);
  };
  for (const path of ["/faq", "/about", "/cars"]) await get(path);
  await get("/cars");
  expect(renderings).toHaveLength(3);
  await get("/faq");
  expect(renderings).toHaveLength(4);
});

test("a browser that has the page already is told so", async () => {
  const { get, pages, emptyPages } = site;
  const { headers } = await get("/faq");
  const etag = headers.get("etag") ?? "";
  expect(await get("/faq", { "if-none-match": etag })).toMatchObject({ status: 304, html: "" });
  pages.price = "$9,000";
  emptyPages();
  expect((await get("/faq", { "if-none-match": etag })).status).toBe(200);
});

test("HEAD says what GET would", async () => {
  const { get } = site;
  const { headers } = await get("/faq", { "accept-encoding": "gzip" });
  const head = await get("/faq", { "accept-encoding": "gzip" }, "HEAD");
  expect(head.html).toBe("");
  for (const name of ["etag", "content-length", "content-security-policy"])
    expect(head.headers.get(name)).toBe(headers.get(name));
});

test("the policy allows the scripts of the page by their hashes, and none that was put into it", async () => {
  const { get } = site;
  const { html, headers } = await get("/");
  const policy = headers.get("content-security-policy") ?? "";
  const sources = /script-src ([^;]+)/.exec(policy)?.[1]?.split(" ") ?? [];
  const source = (script: string) =>
    `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  const [first = "", injected = "", starter = ""] = [
    ...html.matchAll(/<script[^>]*>([^]*?)<\/script>/g),
  ].map(([, script = ""]) => script);
  expect(injected).toBe("injected()");
  expect(sources).toEqual([
    source(first),
    source(starter),
    source('import "/assets/a.js"'),
    "'strict-dynamic'",
  ]);
});
