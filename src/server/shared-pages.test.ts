import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { startScripts } from "../page-scripts.server.ts";
import { serveApp } from "./app.fixture.ts";

/** What each rendering was asked for, and by whom. */
let renderings: { url: string; visitor: Visitor; headers: Headers }[] = [];
let price = "$10,000";
let emptyPages: () => void = () => {};
let whileTracesAreSought = () => {};
let site: Awaited<ReturnType<typeof serveApp>> | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await site?.close();
  site = undefined;
  renderings = [];
  price = "$10,000";
  whileTracesAreSought = () => {};
});

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
/** A browser with a visitor cookie of which nothing is stored, and one that sent something. */
const LOOKED = "looked-".padEnd(32, "l");
const SENT = "sent-".padEnd(32, "s");
const LOOKED_ONLY = new Set([hashOf(LOOKED)]);

/** A page of the form that React's renderer gives it, which tells who asked. */
async function render(request: Request, visitor: Visitor): Promise<Response> {
  renderings.push({ url: request.url, visitor, headers: request.headers });
  const shown = price;
  const { pathname } = new URL(request.url);
  const { nonce } = visitor;
  const script = (code: string) => `<script nonce="${nonce}">${code}</script>`;
  const module = `<script nonce="${nonce}" type="module" async="">import "/assets/a.js"</script>`;
  const html = `<p>${shown} ${visitor.theme}</p>${script("first()")}<script>injected()</script>${module}`;
  await new Promise(setImmediate);
  return new Response(startScripts(Buffer.from(html), { nonce, when: "painted", preloads: [] }), {
    status: pathname.endsWith("/gone") ? 410 : 200,
    headers: { "content-type": "text/html", "cache-control": "private, no-cache" },
  });
}

async function start(respondWithPage = render) {
  site = await serveApp(
    {},
    {
      respondWithPage,
      onPagesChanged: (empty) => void (emptyPages = empty),
      findTraces: async (visitorHash) => {
        whileTracesAreSought();
        const any = !LOOKED_ONLY.has(visitorHash);
        return { any, sent: any };
      },
    },
  );
  const { origin } = site;
  return async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(origin + path, { method, headers, redirect: "manual" });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
}

test("strangers get one rendering, made for nobody", async () => {
  const get = await start();
  const answers = await Promise.all([
    get("/cars?make=Honda", { "user-agent": "one", referer: "https://search.example/?q=me" }),
    get("/cars?make=Honda", { "user-agent": "two", cookie: "language=en" }),
    get("/cars?make=Honda", { "accept-language": "fr-CA" }),
  ]);
  expect(new Set(answers.map(({ html }) => html)).size).toBe(1);
  expect(renderings).toHaveLength(1);
  const [{ visitor, headers } = renderings[0]!] = renderings;
  expect(visitor).toMatchObject({ ipAddress: "", user: null, sessionId: null });
  expect([...headers.keys()]).toEqual(["accept"]);
});

test.each([
  ["another address", "/cars?make=Ford", {}],
  ["the other language", "/fr/cars?make=Honda", {}],
  ["another look", "/cars?make=Honda", { cookie: "theme=dark" }],
])("%s is another page", async (_name, path, headers) => {
  const get = await start();
  await get("/cars?make=Honda");
  await get(path, headers);
  expect(renderings).toHaveLength(2);
});

/** A session is looked up in a database: shared-pages.e2e.ts has one. */
const PERSONAL = Object.keys(COOKIE_SECONDS).filter(
  (name) => !/^(theme|language|session)$/.test(name),
);

test.each([...PERSONAL.map((name) => `${name}=1`), "__Host-visitor=1", "other=1", "odd"])(
  "who brings the cookie %s gets a page of their own, and leaves none behind",
  async (cookie) => {
    const get = await start();
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
  const get = await start();
  whileTracesAreSought = emptyPages;
  await get("/about", { cookie: `visitor=${LOOKED}` });
  await get("/about");
  expect(renderings).toHaveLength(2);
});

test.each(["/login", "/sell-car", "/allListings", "/creditform", "/details/1/bid"])(
  "%s is everybody's own",
  async (path) => {
    const get = await start();
    await get(path);
    await get(path);
    expect(renderings).toHaveLength(2);
  },
);

test.each(["/about.data", "/_.data", "/fr.data", "/fr/cars.data?make=Honda"])(
  "the router's data %s is shared as its page is, and allows no script",
  async (path) => {
    const get = await start();
    const first = await get(path);
    expect(await get(path)).toMatchObject({ status: 200, html: first.html });
    await get(path, { cookie: `visitor=${SENT}` });
    expect(renderings).toHaveLength(2);
    const etag = first.headers.get("etag") ?? "";
    expect((await get(path, { "if-none-match": etag })).status).toBe(304);
  },
);

test("a browser of which nothing is stored is a stranger, one that sent something is not", async () => {
  const get = await start();
  await get("/about");
  await get("/about", { cookie: `visitor=${LOOKED}; theme=system` });
  expect(renderings).toHaveLength(1);
  await get("/about", { cookie: `visitor=${SENT}` });
  await get("/about", { cookie: `visitor=${LOOKED}; embeds=1` });
  expect(renderings).toHaveLength(3);
});

test("whatever somebody brings, nobody else is ever answered with a page that knows it", async () => {
  // What a page could know anybody by: it says all of it.
  const get = await start(async (request, visitor) => {
    renderings.push({ url: request.url, visitor, headers: request.headers });
    const { cookie, ...headers } = Object.fromEntries(request.headers);
    const { visitorHash, ipAddress, locale, theme } = visitor;
    return Response.json({ cookie, headers, visitorHash, ipAddress, locale, theme });
  });
  const cookies = fc.uniqueArray(
    fc.oneof(
      fc.constantFrom("theme=dark", "theme=light", "language=fr", "language=en", "embeds=all"),
      fc.constantFrom(`visitor=${LOOKED}`, `visitor=${SENT}`, "visitor=forged", "device=1", "odd"),
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
    fc.asyncProperty(path, cookies, fc.boolean(), async (asked, brought, empties) => {
      if (empties) emptyPages();
      count += 1;
      const agent = `agent ${count}`;
      const { html } = await get(asked, {
        "user-agent": agent,
        ...(brought.length > 0 ? { cookie: brought.join("; ") } : {}),
      });
      const page = JSON.parse(html) as Record<string, unknown> & {
        headers: { "user-agent"?: string };
      };
      const isOwn = page.headers["user-agent"] === agent;
      if (isOwn) return;
      // A shared one knows nobody, and is of the look and language that were asked for.
      const theme = brought.find((each) => each.startsWith("theme="))?.slice(6) ?? "system";
      expect(page).toEqual({
        headers: { accept: "text/html" },
        visitorHash: hashOf("nobody"),
        ipAddress: "",
        locale: asked.startsWith("/fr") ? "fr" : "en",
        theme: /^(dark|light)$/.test(theme) ? theme : "system",
      });
      const heeded = brought.filter((each) => !/^(theme|language)=/.test(each));
      expect(heeded.filter((each) => !each.startsWith("visitor="))).toEqual([]);
      // Of two cookies of a name the first one counts.
      expect([undefined, `visitor=${LOOKED}`]).toContain(heeded[0]);
    }),
    { numRuns: 300 },
  );
});

test("a post is never answered with a page that was kept", async () => {
  const get = await start();
  await get("/about");
  await get("/about", { origin: site!.origin, "sec-fetch-site": "same-origin" }, "POST");
  expect(renderings).toHaveLength(2);
});

test("a car that is gone is not kept", async () => {
  const get = await start();
  expect((await get("/details/gone")).status).toBe(410);
  expect((await get("/details/gone")).status).toBe(410);
});

test("what was changed is shown, also where a rendering was under way", async () => {
  const get = await start();
  expect((await get("/cars")).html).toContain("$10,000");
  price = "$9,000";
  emptyPages();
  const underWay = get("/cars");
  await expect.poll(() => renderings.length).toBe(2);
  price = "$8,000";
  emptyPages();
  await underWay;
  expect((await get("/cars")).html).toContain("$8,000");
});

test("a rendering that fails is tried again", async () => {
  let fails = true;
  const get = await start(async (request, visitor) => {
    if (fails) throw new Error("the database is away");
    return render(request, visitor);
  });
  expect((await get("/cars")).status).toBe(500);
  fails = false;
  expect((await get("/cars")).status).toBe(200);
});

const ENCODINGS = ["br", "gzip", "identity"];

test.each(ENCODINGS.flatMap((first) => ENCODINGS.map((then) => [first, then])))(
  "the same page in %s, then in %s, of one rendering",
  async (first, then) => {
    const get = await start();
    const { html, headers } = await get("/faq", { "accept-encoding": first });
    const answer = await get("/faq", { "accept-encoding": then });
    expect(answer.html).toBe(html);
    expect(answer.html).toContain(price);
    expect(answer.headers.get("content-encoding") ?? "identity").toBe(then);
    expect(answer.headers.get("vary")).toMatch(/Accept-Encoding/);
    for (const name of ["etag", "content-security-policy"])
      expect(answer.headers.get(name)).toBe(headers.get(name));
    expect(renderings).toHaveLength(1);
  },
);

test("asked in several encodings at once, it is rendered once", async () => {
  const get = await start();
  const asked = ENCODINGS.map((encoding) => get("/faq", { "accept-encoding": encoding }));
  expect(new Set((await Promise.all(asked)).map(({ html }) => html)).size).toBe(1);
  expect(renderings).toHaveLength(1);
});

test("made from another encoding, it is kept no longer than that", async () => {
  let laterMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + laterMs);
  const get = await start();
  await get("/faq", { "accept-encoding": "br" });
  laterMs = 40_000;
  await get("/faq", { "accept-encoding": "gzip" });
  expect(renderings).toHaveLength(1);
  laterMs = 80_000;
  const countRenderings = async () => {
    await get("/faq", { "accept-encoding": "gzip" });
    return renderings.length;
  };
  // The cache looks at the clock once a millisecond.
  await expect.poll(countRenderings).toBe(2);
});

test("what is kept has a bound", async () => {
  const noise = randomBytes(3 * 1024 * 1024).toString("base64");
  const get = await start(async (request, visitor) => {
    const page = await render(request, visitor);
    return new Response((await page.text()) + noise, page);
  });
  for (const path of ["/faq", "/about", "/cars"]) await get(path);
  await get("/cars");
  expect(renderings).toHaveLength(3);
  await get("/faq");
  expect(renderings).toHaveLength(4);
});

test("a browser that has the page already is told so", async () => {
  const get = await start();
  const { headers } = await get("/faq");
  const etag = headers.get("etag") ?? "";
  expect(await get("/faq", { "if-none-match": etag })).toMatchObject({ status: 304, html: "" });
  price = "$9,000";
  emptyPages();
  expect((await get("/faq", { "if-none-match": etag })).status).toBe(200);
});

test("HEAD says what GET would", async () => {
  const get = await start();
  const { headers } = await get("/faq", { "accept-encoding": "gzip" });
  const head = await get("/faq", { "accept-encoding": "gzip" }, "HEAD");
  expect(head.html).toBe("");
  for (const name of ["etag", "content-length", "content-security-policy"])
    expect(head.headers.get(name)).toBe(headers.get(name));
});

test("the policy allows the scripts of the page by their hashes, and none that was put into it", async () => {
  const get = await start();
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
