import { expect, test } from "vitest";
import { journey } from "../../e2e/journey.fixture.ts";

const visit = journey();

/** A cookie that a page might read: every page is rendered for its bearer. */
const OWN = { cookie: "device=a2b3c4d5e6f7g8h9j0k1l2m3n4p5" };
/** A cookie as the site sets it with a first post; nothing is stored for this one. */
const LOOKED = { cookie: "visitor=a2b3c4d5e6f7g8h9j0k1l2m3n4p5" };

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(visit.site.origin + path, { headers });
  return { html: await response.text(), headers: response.headers, status: response.status };
}

const NONCE = "new for each page";
const LOADED = /(?<=streamController\.enqueue\()"(?:[^"\\]|\\.)*"(?=\))/;

/** A page's elements and its loaders' data, without what is new in each page for one visitor. */
function readPage(html: string) {
  const loaded = LOADED.exec(html)?.[0] ?? '""';
  return {
    elements: html.replace(LOADED, "").replaceAll(/nonce="[^"]*"/g, ""),
    loaded: readLoaded(JSON.parse(loaded) as string),
  };
}

/**
 * The router's data: a list of values that refer to each other by their positions. A value shared
 * by several parts may be in it once or several times.
 */
function readLoaded(text: string): unknown {
  const values = JSON.parse(text.split("\n", 1)[0] ?? "") as unknown[];
  const read = (position: number): unknown => {
    const value = values[position];
    // Negative numbers stand for values that JSON cannot express.
    if (position < 0 || typeof value !== "object" || value === null) return value ?? position;
    if (Array.isArray(value)) return typeof value[0] === "string" ? value : value.map(read);
    const pairs = Object.entries(value).map(([name, at]: [string, number]) => {
      const key = String(values[Number(name.slice(1))]);
      return [key, key === "nonce" ? NONCE : read(at)];
    });
    return Object.fromEntries(pairs) as unknown;
  };
  return read(0);
}

test("a shared page is what its visitor would get, in both languages and looks", async () => {
  const { html } = await get("/cars");
  const car = /\/details\/[\w-]{36}/.exec(html)?.[0] ?? "";
  const pages = ["/", "/cars?type=suv", car, "/about", "/contact", "/faq", "/blogs", "/cookies"];
  for (const path of pages.flatMap((page) => [page, `/fr${page}`])) {
    for (const theme of ["theme=light", "theme=dark"]) {
      const shared = await get(path, { cookie: theme });
      const own = await get(path, { cookie: `${theme}; ${OWN.cookie}` });
      expect(shared.headers.get("etag"), path).not.toBeNull();
      expect(own.headers.get("etag"), path).toBeNull();
      expect(own.headers.get("content-security-policy")).toContain("'nonce-");
      expect(readPage(shared.html), path).toEqual(readPage(own.html));
      expect(readPage(own.html).loaded).toHaveProperty("loaderData.root.nonce", NONCE);
    }
  }
  for (const path of ["/_.data", "/fr/faq.data", "/cars.data?type=suv"]) {
    const shared = await get(path, LOOKED);
    const own = await get(path, OWN);
    expect(shared.headers.get("etag"), path).not.toBeNull();
    expect(own.headers.get("etag"), path).toBeNull();
    expect(readLoaded(shared.html), path).toEqual(readLoaded(own.html));
  }
});

test("a member's page is made for the member", async () => {
  const page = await visit.newPage();
  await visit.signIn(page, "buyer");
  const member = await page.request.get("/about");
  expect(member.headers()).toMatchObject({ "cache-control": "private, no-store" });
  expect(member.headers()).not.toHaveProperty("etag");
  const { html, headers } = await get("/about");
  expect(headers.get("etag")).not.toBeNull();
  expect(html).not.toContain("buyer@example.com");
});
