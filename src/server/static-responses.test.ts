import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  brotliCompressSync,
  brotliDecompressSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListingView } from "#domain/listing/view-count.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { serveApp } from "./app.fixture.ts";

type Site = Awaited<ReturnType<typeof serveApp>>;
type Asked = { path: string; method?: string; headers?: Record<string, string | string[]> };

const SCRIPT = "export const cars = 1;\n".repeat(200);
const ASSET = "/assets/cars-1a2b.js";

/** A site that sends static responses, and one in which every request passes the full handling. */
let staticSite: Site;
let whole: Site;
let projectRoot: string;
let sites: Site[] = [];
let views: ListingView[] = [];

beforeAll(async () => {
  projectRoot = await mkdtemp(join(tmpdir(), "early-"));
  const assets = join(projectRoot, "build", "client", "assets");
  await mkdir(assets, { recursive: true });
  const script = join(projectRoot, "build", "client", ASSET);
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.zst`, zstdCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  [staticSite, whole] = await startBoth();
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await rm(projectRoot, { recursive: true });
});

/**
 * A page that prints what a page could know of its visitor, except what is new for each request.
 */
async function render({ url, headers }: Request, visitor: Visitor): Promise<Response> {
  const { theme, locale, ipAddress, nonce } = visitor;
  const known = JSON.stringify({
    url: url.replace(/^https?:..[^/]+/, ""),
    theme,
    locale,
    ipAddress,
  });
  return new Response(
    `<script nonce="${nonce}">first()</script>${known}${headers.get("cookie") ?? ""}`,
    {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-cache" },
    },
  );
}

async function startBoth(variables: Record<string, string> = {}): Promise<[Site, Site]> {
  const options = {
    projectRoot,
    respondWithPage: render,
    onPagesChanged: () => {},
    countView: (view: ListingView) => void views.push(view),
    findStoredData: async () => ({ any: true, sent: true, begun: true }),
  };
  const both: [Site, Site] = [
    await serveApp(variables, options),
    await serveApp(variables, { ...options, sendsStatic: false }),
  ];
  sites = [...sites, ...both];
  return both;
}

/** The response as it was sent. */
function ask({ origin }: Site, { path, method = "GET", headers = {} }: Asked) {
  return new Promise<{ status: number; headers: Record<string, string>; body: string }>(
    (done, failed) => {
      const own = Object.entries(headers).map(([name, value]) => [
        name,
        typeof value === "string" ? value.replace("{origin}", origin) : value,
      ]);
      const { port } = new URL(origin);
      const asking = request(
        { host: "127.0.0.1", port, path, method, headers: Object.fromEntries(own), agent: false },
        (response) => {
          buffer(response).then((bytes) => {
            const { date: _date, "content-length": length, ...named } = response.headers;
            const text = decode(bytes, response.headers["content-encoding"]).toString("latin1");
            // The policy of a page's data contains no nonce, though what it shows may contain one.
            const hasNonce =
              named["content-security-policy"]?.includes("nonce-") || text.includes('nonce="');
            const retained = hasNonce ? named : { ...named, length };
            const said = JSON.stringify(retained).replaceAll(origin, "{origin}");
            done({
              status: response.statusCode ?? 0,
              headers: JSON.parse(said.replaceAll(/nonce-[\w+/=]+/g, "nonce")),
              body: text.replaceAll(/nonce="[\w+/=]{20,}"/g, "nonce"),
            });
          }, failed);
        },
      );
      asking.on("error", failed).end();
    },
  );
}

/** A page for one visitor has a new nonce each time, and so other bytes after compression. */
function decode(bytes: Buffer, encoding = "identity"): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === "gzip") return gunzipSync(bytes);
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "zstd" ? zstdDecompressSync(bytes) : bytes;
}

/** Requests both twice, since the first request prepares the static response. */
async function askBoth(requested: Asked, [one, other] = [staticSite, whole]) {
  await Promise.all([ask(one, requested), ask(other, requested)]);
  const before = one.answeredEarly();
  views = [];
  const ready = await ask(one, requested);
  const counted = views.length;
  const made = await ask(other, requested);
  expect(ready).toEqual(made);
  expect(views).toHaveLength(counted * 2);
  return { ...ready, isEarly: one.answeredEarly() > before };
}

const br = { "accept-encoding": "br" };
const LISTING = "/details/0198f0a4-1111-7000-8000-000000000001";

describe("what lies ready says what the whole way says", () => {
  test.each<[what: string, asked: Asked]>([
    ["a page", { path: "/about" }],
    ["a page in Brotli", { path: "/about", headers: br }],
    ["a page in gzip", { path: "/about", headers: { "accept-encoding": "gzip, deflate" } }],
    ["a page's head", { path: "/about", method: "HEAD", headers: br }],
    ["a French page", { path: "/fr/about" }],
    ["a page with a query", { path: "/cars?make=Honda&priceMax=20000", headers: br }],
    ["a dark page", { path: "/about", headers: { cookie: "theme=dark; language=en" } }],
    ["a look that is none", { path: "/about", headers: { cookie: "theme=%22dark" } }],
    ["a page's data", { path: "/about.data", headers: br }],
    ["home", { path: "/", headers: br }],
    ["home's head", { path: "/", method: "HEAD" }],
    ["home's data", { path: "/_.data" }],
    ["home of who reads English", { path: "/", headers: { "accept-language": "en-CA,fr;q=0.5" } }],
    [
      "home of who chose English",
      { path: "/", headers: { "accept-language": "fr", cookie: "language=en" } },
    ],
    ["home from our own page", { path: "/", headers: { referer: "{origin}/about" } }],
    [
      "home from elsewhere, which is noted already",
      {
        path: "/?utm_source=a",
        headers: { referer: "https://search.example/?q=1", cookie: "source=site~~~" },
      },
    ],
    ["home with a query", { path: "/?from=ad" }],
    ["French home", { path: "/fr", headers: { "accept-language": "en" } }],
    ["a page from our own", { path: "/about", headers: { referer: "{origin}/faq" } }],
    [
      "a page from the other language, chosen before",
      { path: "/about", headers: { referer: "{origin}/fr/faq", cookie: "language=en" } },
    ],
    ["a listing", { path: LISTING, headers: { "user-agent": "Mozilla/5.0" } }],
    ["a listing's data", { path: `/fr${LISTING}.data`, headers: { "user-agent": "Mozilla/5.0" } }],
    ["a page over https", { path: "/about", headers: { "x-forwarded-proto": "https" } }],
    [
      "a page under a forwarded name",
      { path: "/about", headers: { "x-forwarded-host": "cars.example.ca" } },
    ],
    ["a script in Brotli", { path: ASSET, headers: br }],
    ["a script in zstd", { path: ASSET, headers: { "accept-encoding": "gzip, zstd" } }],
    ["a script in gzip", { path: ASSET, headers: { "accept-encoding": "gzip" } }],
    ["a script as it is", { path: ASSET }],
    ["a script's head", { path: ASSET, method: "HEAD", headers: br }],
    ["a script with a query", { path: `${ASSET}?1`, headers: br }],
    ["a script of who is signed in", { path: ASSET, headers: { ...br, cookie: "session=1" } }],
    ["a script over https", { path: ASSET, headers: { ...br, "x-forwarded-proto": "https" } }],
  ])("%s", async (_what, requested) => {
    const { status, isEarly } = await askBoth(requested);
    expect({ status, isEarly }).toEqual({ status: 200, isEarly: true });
  });

  test.each(["/", "/about", ASSET])("%s to who has it already", async (path) => {
    const { headers } = await askBoth({ path, headers: br });
    const again = { ...br, "if-none-match": headers["etag"] ?? "" };
    expect(await askBoth({ path, headers: again })).toMatchObject({
      status: 304,
      body: "",
      isEarly: true,
    });
  });

  test("a look at a listing is counted, with what says whether a person looks", async () => {
    await askBoth({ path: LISTING });
    views = [];
    await ask(staticSite, { path: LISTING, headers: { "user-agent": "Mozilla/5.0" } });
    expect(views).toMatchObject([{ listingId: LISTING.slice(9), userId: null }]);
    expect(views[0]?.headers.get("user-agent")).toBe("Mozilla/5.0");
    expect(views[0]?.headers.get("sec-purpose")).toBeNull();
  });
});

describe("what is out of the ordinary goes the whole way", () => {
  test.each<[what: string, asked: Asked, status: number]>([
    ["a person", { path: "/about", headers: { cookie: "visitor=1" } }, 200],
    ["a cookie that we do not know", { path: "/about", headers: { cookie: "odd" } }, 200],
    ["who wants JSON", { path: "/about", headers: { accept: "application/json" } }, 200],
    [
      "a post",
      { path: "/about", method: "POST", headers: { cookie: `visitor=${"x".repeat(32)}` } },
      200,
    ],
    ["a look with a body", { path: "/about", headers: { "content-length": "0" } }, 200],
    ["another method", { path: "/about", method: "DELETE" }, 405],
    ["a page of one's own", { path: "/login" }, 200],
    [
      "who reads French, at the bare address",
      { path: "/", headers: { "accept-language": "fr" } },
      302,
    ],
    ["who chose French", { path: "/?a=1", headers: { cookie: "language=fr" } }, 302],
    [
      "a language that is chosen by its link",
      { path: "/about", headers: { referer: "{origin}/fr/about" } },
      200,
    ],
    ["who comes from elsewhere", { path: "/", headers: { referer: "https://a.test/" } }, 200],
    ["who comes by an ad", { path: "/about?utm_source=a" }, 200],
    ["a part of a file", { path: ASSET, headers: { range: "bytes=0-9" } }, 206],
    ["a file that is none", { path: "/assets/none.js" }, 200],
    ["a header that came twice", { path: "/about", headers: { "x-one": ["1", "2"] } }, 200],
    ["a name that is none", { path: "/about", headers: { host: "a b" } }, 400],
    ["a forwarded name that is none", { path: ASSET, headers: { "x-forwarded-host": "[" } }, 400],
    ["another form of the address", { path: "/cars/../about" }, 200],
    ["two slashes", { path: "//about" }, 200],
    ["health", { path: "/healthz" }, 200],
  ])("%s", async (_what, requested, status) => {
    const response = await askBoth(requested);
    expect(response).toMatchObject({ status, isEarly: false });
  });
});

test("whatever is asked, and however, both ways say the same", async () => {
  const headers = fc.record(
    {
      "accept-encoding": fc.constantFrom("br", "gzip", "zstd, br;q=0.1", "identity", "*"),
      "accept-language": fc.constantFrom("fr-CA", "en", "de, fr;q=0.1", ";;"),
      accept: fc.constantFrom("text/html", "*/*", "application/json", "text/x-script"),
      cookie: fc.constantFrom(
        "theme=dark",
        "language=fr",
        "theme=light; a=1",
        "theme",
        ";",
        "=",
        "source=ad~x",
      ),
      referer: fc.constantFrom("{origin}/fr", "{origin}/about", "https://a.test/", "http://[", "x"),
      "if-none-match": fc.constantFrom("*", '"x"', 'W/""'),
      "x-forwarded-proto": fc.constantFrom("https", "http", "https, http", "ftp"),
      "x-forwarded-host": fc.constantFrom("b.test", "b.test:80", "[::1]", "b test", ""),
      "x-forwarded-for": fc.constantFrom("203.0.113.9", "x", "::1, 203.0.113.9"),
      range: fc.constantFrom("bytes=0-1", "bytes=9999999-", "x"),
      "sec-purpose": fc.constant("prefetch"),
    },
    { requiredKeys: [] },
  );
  const paths = [
    "/",
    "/fr",
    "/about",
    "/fr/about.data",
    "/cars?a=%20b",
    "/cars?utm_source=b",
    "/cars?",
    "/cars?#x",
    LISTING,
  ];
  const odd = [
    ASSET,
    `/fr${ASSET}`,
    "/about/",
    "/about%2e",
    "/./about",
    "/about?a=\\",
    "/%61bout",
    "*",
  ];
  const requested = fc.record({
    path: fc.constantFrom(...paths, ...odd),
    method: fc.constantFrom("GET", "GET", "HEAD"),
    headers,
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(requested, async (each) => {
      const { isEarly } = await askBoth(each);
      if (isEarly) count += 1;
    }),
    { numRuns: 250 },
  );
  expect(count).toBeGreaterThan(10);
});

test("with SITE_URL nothing but its address is answered early", async () => {
  const both = await startBoth({ SITE_URL: "https://cars.example.ca" });
  const host = "cars.example.ca";
  const at = async (path: string, headers: Record<string, string>) => {
    const { status, isEarly } = await askBoth({ path, headers }, both);
    return { status, isEarly };
  };
  for (const path of ["/about", ASSET]) {
    const secure = { host, "x-forwarded-proto": "https" };
    expect(await at(path, secure)).toEqual({ status: 200, isEarly: true });
    expect(await at(path, { host })).toEqual({ status: 308, isEarly: false });
    expect(await at(path, { host: "evil.example" })).toEqual({ status: 421, isEarly: false });
    const inClear = { host, "x-forwarded-proto": "http" };
    expect(await at(path, inClear)).toEqual({ status: 308, isEarly: false });
  }
});
