import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import routes from "#routes.ts";
import type { Role } from "#values/role.ts";
import { journey } from "./journey.fixture.ts";
import { programFor, sellCarFields } from "./program.fixture.ts";

/** What pages really load, and how the built site responds to requests that no page sends. */
const visit = journey();

/** Every page whose address has no parameters, from the routes. */
function addresses(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const own = (entry.path ?? "").replace(/^fr\?\/?/, "").replace(/\/?:\w+\?$/, "");
    const path = [above, own].filter(Boolean).join("/");
    const isPage = entry.file.endsWith(".page.tsx") && !path.includes(":") && !path.includes("*");
    return [...(isPage ? [`/${path}`] : []), ...addresses(entry.children ?? [], path)];
  });
}

const PAGES = [...new Set(addresses(routes))];

/** The role that visits each group of pages; all others are sent to the sign-in. */
const ROOMS: [role: Role, room: RegExp][] = [
  ["seller", /^\/(account|saved|my-bids)/],
  ["dealer", /^\/dealer/],
  ["admin", /^\/staff/],
];
const isRoom = (path: string) => ROOMS.some(([, room]) => room.test(path));

test.each<["visitor" | Role, string[]]>([
  ["visitor", PAGES.filter((path) => !isRoom(path))],
  ...ROOMS.map(([role, room]): [Role, string[]] => [role, PAGES.filter((path) => room.test(path))]),
])(
  "every page that a %s sees keeps to its own policy, and asks nobody else",
  async (role, pages) => {
    expect(pages.length).toBeGreaterThan(0);
    const first = await visit.newPage();
    if (role !== "visitor") await visit.signIn(first, role);
    const waiting = [...pages];
    const found: string[] = [];
    // Each waits until its network is idle, so two are open at a time.
    const windows = [first, await first.context().newPage()];
    await Promise.all(windows.map((page) => visitAll(page, waiting, found)));
    expect(found).toEqual([]);
    await first.context().close();
  },
);

async function visitAll(page: Page, waiting: string[], found: string[]): Promise<void> {
  const broken: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) broken.push(message.text());
  });
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOwn = origin === visit.site.origin || protocol === "data:" || protocol === "blob:";
    if (!isOwn) broken.push(`asks ${origin}`);
  });
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    await page.goto(path, { waitUntil: "networkidle" });
    found.push(...broken.splice(0).map((each) => `${path}: ${each}`));
    const withoutNonce = await page.evaluate(
      () =>
        [...document.scripts].filter(
          ({ nonce, type }) => nonce === "" && type !== "application/ld+json",
        ).length,
    );
    if (withoutNonce > 0) found.push(`${path}: ${withoutNonce} scripts without a nonce`);
  }
}

test.each([
  "//",
  "//evil.example/x",
  "/fr//evil.example",
  "/%00",
  "/login/reset/secret%ff",
  "/fr/staff/leads/%ED%A0%80.data",
  "/%zz",
  "/details/%00",
  "/call-back/sent/%00",
  "/cars?page=%00&make=%ff",
  "/blogs?category[]=1",
  "/.data",
  "/_.data?index",
])("GET %s is answered in words, and leads nowhere else", async (path) => {
  const response = await fetch(visit.site.origin + path, { redirect: "manual" });
  expect(response.status).toBeLessThan(500);
  const to = new URL(response.headers.get("location") ?? "", visit.site.origin);
  expect(to.origin).toBe(visit.site.origin);
});

test("a reset's address with bytes that are no UTF-8 reaches no log", async () => {
  for (const path of ["/login/reset/Reset-Canary%ff", "/fr/login/reset/Reset-Canary%ff.data"]) {
    for (const method of ["GET", "POST"])
      await fetch(visit.site.origin + path, { method, redirect: "manual" });
  }
  expect(visit.site.output()).toContain("ready ");
  expect(visit.site.output()).not.toContain("Reset-Canary");
});

describe("what was a fault once is answered in the caller's form", () => {
  const FORM = "application/x-www-form-urlencoded";
  const BROKEN = "--x\r\nbroken";
  const MULTIPART = "multipart/form-data; boundary=x";
  const FORMS = ["pre-approval", "sell-car", "call-back", "credit-application"];
  type Sent = { as?: "staff"; type?: string; body?: string };
  type Row = [method: string, path: string, sent: Sent, status: number];
  const json: Row[] = [
    ...["/api/phone-verification", "/api/phone-verification/check"].flatMap((path): Row[] => [
      ["POST", path, { type: "text/plain", body: "hello" }, 415],
      ["POST", path, {}, 415],
      ["POST", path, { type: FORM, body: "" }, 422],
    ]),
    ...FORMS.map((name): Row => ["POST", `/forms/${name}`, { type: MULTIPART, body: BROKEN }, 400]),
    ...["toString", "constructor", "__proto__"].map((make): Row => [
      "POST",
      "/forms/sell-car",
      { type: FORM, body: String(new URLSearchParams(sellCarFields({ make, city: "" }))) },
      422,
    ]),
    ["PUT", "/forms/sell-car", { type: FORM, body: "" }, 405],
  ];
  const pages: Row[] = [
    ["GET", "//", {}, 404],
    ...["call-back", "offer", "sell-car", "creditform", "allListings"].map((above): Row => [
      "GET",
      `/${above}/sent/%00`,
      {},
      404,
    ]),
    ...FORMS.map((name): Row => ["POST", `/forms/${name}`, { type: MULTIPART, body: BROKEN }, 400]),
    ["GET", "/staff/leads/%00", { as: "staff" }, 404],
    ["GET", "/staff/leads?older_than=%00", { as: "staff" }, 404],
    ["POST", "/staff/verifications", { as: "staff", type: FORM, body: "id=%00" }, 400],
    ["POST", "/staff/leads/NOSUCH12", { as: "staff" }, 415],
    ["POST", "/staff/leads/NOSUCH12", { as: "staff", type: "application/json", body: "{}" }, 415],
  ];
  let staff: string;
  beforeAll(async () => {
    staff = await findSessionCookie("staff");
  });

  async function ask([method, path, { as, type, body }]: Row, accept: string) {
    return fetch(visit.site.origin + path, {
      method,
      redirect: "manual",
      headers: {
        accept,
        origin: visit.site.origin,
        ...(type && { "content-type": type }),
        ...(as && { cookie: staff }),
      },
      body: body ?? null,
    });
  }

  test.each(json)("%s %s with %j: %d in JSON", async (...row) => {
    const response = await ask(row, "application/json");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      row[3],
      expect.stringMatching(/^application\/json/),
    ]);
    expect(await response.json()).toHaveProperty("error");
  });

  test.each(pages)("%s %s with %j: %d as a page", async (...row) => {
    const response = await ask(row, "text/html");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      row[3],
      expect.stringMatching(/^text\/html/),
    ]);
    expect(await response.text()).toContain("<h1");
  });

  test.each([
    ["two hosts", "Host: a.test\r\nHost: b.test"],
    ["a forwarded host with a space", "Host: a.test\r\nX-Forwarded-Host: a b"],
    ["half a bracket forwarded", "Host: a.test\r\nX-Forwarded-Host: ["],
    ["a forwarded path", "Host: a.test\r\nX-Forwarded-Host: a/b"],
  ])("%s: 400", async (_what, headers) => {
    const socket = connect(Number(new URL(visit.site.origin).port), "127.0.0.1");
    socket.write(`GET / HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test("hostile text is shown as text, on the page and in the data that it carries", async () => {
  const hostile = `</script><script>canary()</script>"'><img src=x onerror=canary()>`;
  const broken = /<script>canary|<img src=x/;
  const program = programFor(visit.site.origin);
  const { body } = await program.post("/forms/sell-car", sellCarFields({ city: hostile }));
  const reference = String(body["reference"]);
  const cookie = await findSessionCookie("staff");
  const query = new URLSearchParams({ text: hostile, make: hostile, city: hostile });
  for (const path of [`/staff/leads/${reference}`, `/cars?${query}`, `/login?${query}`]) {
    const response = await fetch(visit.site.origin + path, { headers: { cookie } });
    expect(response.status, path).toBe(200);
    expect(await response.text(), path).not.toMatch(broken);
  }
  const lead = await fetch(`${visit.site.origin}/staff/leads/${reference}`, {
    headers: { cookie },
  }).then((response) => response.text());
  // As React escapes text, and as React Router escapes the page's data in its script.
  expect(lead).toContain("&lt;/script&gt;&lt;script&gt;canary()");
  expect(lead.toLowerCase()).toContain(String.raw`\u003c/script\u003e\u003cscript\u003ecanary()`);
});

test("every kind of answer names its type, and text its charset", async () => {
  const home = await fetch(visit.site.origin).then((response) => response.text());
  const asset = (ending: string) =>
    new RegExp(`"(/assets/[^"]+\\.${ending})"`).exec(home)?.[1] ?? `no ${ending}`;
  const UTF_8 = "charset=utf-8";
  const found: string[] = [];
  for (const path of [
    "/",
    "/fr/no-such-page",
    "/cars.data",
    "/openapi.json",
    "/readyz",
    "/singleListing/none",
    "/robots.txt",
    "/sitemap.xml",
    "/blogs/rss.xml",
    "/favicon.svg",
    asset("css"),
    asset("js"),
    asset("woff2"),
  ]) {
    const response = await fetch(visit.site.origin + path);
    found.push(
      `${path.replace(/^\/assets.*\./, "*.")}: ${response.headers.get("content-type")?.toLowerCase()}`,
    );
    await response.body?.cancel();
  }
  expect(found).toEqual([
    `/: text/html; ${UTF_8}`,
    `/fr/no-such-page: text/html; ${UTF_8}`,
    // React Router's own response, which its script always reads as UTF-8.
    "/cars.data: text/x-script",
    "/openapi.json: application/json",
    "/readyz: application/json",
    "/singleListing/none: application/json",
    `/robots.txt: text/plain; ${UTF_8}`,
    `/sitemap.xml: application/xml; ${UTF_8}`,
    `/blogs/rss.xml: application/rss+xml; ${UTF_8}`,
    `/favicon.svg: image/svg+xml; ${UTF_8}`,
    `*.css: text/css; ${UTF_8}`,
    `*.js: text/javascript; ${UTF_8}`,
    "*.woff2: font/woff2",
  ]);
});

async function findSessionCookie(role: string): Promise<string> {
  const { email = "", password = "" } = DEMO_ACCOUNTS.find((each) => each.role === role) ?? {};
  const response = await fetch(`${visit.site.origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: visit.site.origin },
    body: new URLSearchParams({ email, password }),
  });
  const session = response.headers.getSetCookie().find((each) => each.startsWith("session="));
  return session?.split(";")[0] ?? "";
}

test.each(["/", "/cars", "/login", "/allListings", "/forms/pre-approval", "/staff/leads"])(
  "a post to %s that is no form is refused",
  async (path) => {
    for (const [type, body] of [
      [undefined, undefined],
      ["text/plain", "hello"],
      ["application/json", "{"],
      ["multipart/form-data; boundary=x", "--x\r\nbroken"],
      ["multipart/form-data", "--x--"],
    ]) {
      const headers: Record<string, string> = type ? { "content-type": type } : {};
      const response = await fetch(visit.site.origin + path, {
        method: "POST",
        redirect: "manual",
        headers,
        body: body ?? null,
      });
      expect([type, response.status < 500]).toEqual([type, true]);
    }
  },
);
