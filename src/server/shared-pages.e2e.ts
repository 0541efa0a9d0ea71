import { expect, test } from "vitest";
import { journey } from "../../e2e/journey.fixture.ts";

const visit = journey();

/** A cookie that a page might heed: its bearer gets every page made for them. */
const OWN = { cookie: "device=a2b3c4d5e6f7g8h9j0k1l2m3n4p5" };
/** As the site gives it with a first post; of this one nothing is stored. */
const LOOKED = { cookie: "visitor=a2b3c4d5e6f7g8h9j0k1l2m3n4p5" };

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(visit.site.origin + path, { headers });
  return { html: await response.text(), headers: response.headers, status: response.status };
}

const NONCE = "new for each page";
const LOADED = /(?<=streamController\.enqueue\()"(?:[^"\\]|\\.)*"(?=\))/;

/** A page's elements and what its loaders said, without what is new for each page of one's own. */
function readPage(html: string) {
  const loaded = LOADED.exec(html)?.[0] ?? '""';
  return {
    elements: html.replace(LOADED, "").replaceAll(/nonce="[^"]*"/g, ""),
    loaded: readLoaded(JSON.parse(loaded) as string),
  };
}

/**
 * What the router's data says: a list of values that name each other by their places. What several
 * parts share may stand there once or several times.
 */
function readLoaded(text: string): unknown {
  const values = JSON.parse(text.split("\n", 1)[0] ?? "") as unknown[];
  const read = (position: number): unknown => {
    const value = values[position];
    // Below zero are the signs for what JSON has no word for.
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
