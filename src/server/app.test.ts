import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contracts } from "#api/calls.fixture.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { serveApp } from "./app.fixture.ts";

let site: Awaited<ReturnType<typeof serveApp>>;
beforeAll(async () => {
  site = await serveApp();
});
afterAll(() => site.close());

type Page = { url: string; method: string; visitor: Visitor };
const page = async (path: string, headers: Record<string, string> = {}) =>
  (await (await fetch(site.origin + path, { headers })).json()) as Page;

describe("a request that no client sends", () => {
  const get = (target: string, ...lines: string[]) =>
    [`GET ${target} HTTP/1.1`, ...lines].join("\n");

  test.each<[string, string, number]>([
    ["a path of two slashes", get("//", "Host: a.test"), 200],
    ["what could be another host", get("//evil.example/x", "Host: a.test"), 200],
    ["an address with a host", get("http://evil.example/x", "Host: a.test"), 200],
    ["an address that is none", get("http://[/", "Host: a.test"), 400],
    ["a backslash", get(String.raw`/\evil.example`, "Host: a.test"), 400],
    ["broken escapes", get("/%zz%00%ff", "Host: a.test"), 200],
    ["no host", get("/"), 400],
    ["an empty host", get("/", "Host:"), 400],
    ["two hosts", get("/", "Host: a.test", "Host: b.test"), 400],
    ["a host with a space", get("/", "Host: a b"), 400],
    ["half a bracket", get("/", "Host: ["), 400],
    ["a host with a path", get("/", "Host: a/b"), 400],
    ["a host with a user", get("/", "Host: user@a.test"), 400],
    ["a port that is none", get("/", "Host: a.test:99999"), 400],
    ["a host in another alphabet", get("/", "Host: ex\u00e4mple.test"), 400],
    ["a host to be quoted", get("/", 'Host: a.test"><script>'), 400],
    ["a forwarded host with a space", get("/", "Host: a.test", "X-Forwarded-Host: a b"), 400],
    ["half a bracket forwarded", get("/", "Host: a.test", "X-Forwarded-Host: ["), 400],
    ["a forwarded path", get("/", "Host: a.test", "X-Forwarded-Host: a/b"), 400],
    ["an asterisk", "OPTIONS * HTTP/1.1\nHost: a.test", 400],
    [
      "a body of two lengths",
      "POST / HTTP/1.1\nHost: a.test\nContent-Length: 1\nContent-Length: 2",
      400,
    ],
    [
      "a body of a length and in chunks",
      "POST / HTTP/1.1\nHost: a.test\nContent-Length: 4\nTransfer-Encoding: chunked",
      400,
    ],
    [
      "chunks within chunks",
      "POST / HTTP/1.1\nHost: a.test\nTransfer-Encoding: chunked, chunked",
      400,
    ],
    ["a header over two lines", "GET / HTTP/1.1\nHost: a.test\nX-One: 1\n 2", 400],
    ["another method", "TRACE / HTTP/1.1\nHost: a.test", 405],
    ["WebDAV", "PROPFIND / HTTP/1.1\nHost: a.test", 405],
    ["another method for a page", "PUT /cars HTTP/1.1\nHost: a.test\nContent-Length: 0", 405],
  ])("%s", async (_what, head, status) => {
    const response = await site.sendRaw(head);
    expect(response.status).toBe(status);
    // Whatever address is requested, the origin is this site's.
    expect(response.text).not.toContain('"origin":"http://evil.example"');
  });

  test("is refused in JSON, with the methods that there are", async () => {
    const response = await fetch(`${site.origin}/cars`, { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
    expect(await response.json()).toEqual({ error: "method_not_allowed" });
  });
});

describe("the visitor", () => {
  test("has the language of the address, a nonce, and no account", async () => {
    const { visitor } = await page("/fr/cars", { cookie: "theme=dark" });
    expect(visitor).toMatchObject({ locale: "fr", theme: "dark", user: null, sessionId: null });
    expect(visitor.nonce).toMatch(/^[\w+/]{22}==$/);
    expect(visitor.visitorHash).toMatch(/^[\da-f]{64}$/);
    expect(visitor.origin).toBe(site.origin);
  });

  test("is given a cookie with the first thing they send, and keeps it", async () => {
    const lookup = await fetch(site.origin);
    expect(lookup.headers.getSetCookie()).toEqual([]);
    const sent = await fetch(site.origin, { method: "POST" });
    const [cookie = ""] = sent.headers.getSetCookie();
    expect(cookie).toMatch(/^visitor=[\w-]{32}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const known = { cookie: cookie.split(";")[0] ?? "" };
    const again = await fetch(site.origin, { method: "POST", headers: known });
    expect(again.headers.getSetCookie()).toEqual([]);
    const { visitor } = (await again.json()) as Page;
    expect(visitor.visitorHash).toBe((await page("/", known)).visitor.visitorHash);
  });

  test.each([
    ["__Host-theme=dark", "dark"],
    ["theme=dark", "system"],
  ])("%s over https: the theme is %s", async (cookie, theme) => {
    const secure = { "x-forwarded-proto": "https", "x-forwarded-host": "cars.example.ca" };
    const { visitor } = await page("/cars", { ...secure, cookie });
    expect(visitor.theme).toBe(theme);
  });

  test("gets the cookie of a secure site behind a proxy that says so", async () => {
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "cars.example.ca" };
    const response = await fetch(site.origin, { method: "POST", headers });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-visitor=.*; Secure; /),
    ]);
  });

  test.each(["visitor=", "visitor=short", `visitor=${"x".repeat(200)}`, "visitor=%00; theme=%zz"])(
    "is somebody new with a cookie that we did not make: %s",
    async (cookie) => {
      const response = await fetch(site.origin, { method: "POST", headers: { cookie } });
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()).toHaveLength(1);
    },
  );
});

describe("with SITE_URL", () => {
  const SITE_URL = "https://cars.example.ca";
  let secure: Awaited<ReturnType<typeof serveApp>>;
  beforeAll(async () => {
    secure = await serveApp({ SITE_URL });
  });
  afterAll(() => secure.close());

  const request = (line: string, ...headers: string[]) =>
    secure.sendRaw([`${line} HTTP/1.1`, ...headers].join("\n"));

  test("the site is there and nowhere else", async () => {
    const own = await request("GET /", "Host: cars.example.ca", "X-Forwarded-Proto: https");
    expect(own.status).toBe(200);
    expect(own.text).toContain(`"origin":"${SITE_URL}"`);
    for (const headers of [
      ["Host: evil.example"],
      ["Host: 127.0.0.1:3000"],
      ["Host: cars.example.ca", "X-Forwarded-Host: evil.example"],
    ]) {
      for (const path of ["/", "/openapi.json", "/pictures/none.webp"]) {
        expect([headers, (await request(`GET ${path}`, ...headers)).status]).toEqual([
          headers,
          421,
        ]);
      }
    }
  });

  test("health is told under every name", async () => {
    expect((await request("GET /healthz", "Host: 10.1.2.3:3000")).status).toBe(200);
  });

  test("a look in clear is led to the secure address, a post in clear is refused", async () => {
    const inClear = ["Host: cars.example.ca", "X-Forwarded-Proto: http"];
    const load = await request("GET //evil.example/x?a=1", ...inClear);
    expect(load.status).toBe(308);
    expect(load.text).toMatch(
      /^location: https:\/\/cars\.example\.ca\/\/evil\.example\/x\?a=1\r$/im,
    );
    const post = await request("POST /login", ...inClear, "Content-Length: 0");
    expect(post.status).toBe(403);
    expect(post.text).toContain("https_required");
  });

  test("every cookie is the secure site's", async () => {
    const secureHost = ["Host: cars.example.ca", "X-Forwarded-Proto: https"];
    const post = await request("POST /", ...secureHost, "Content-Length: 0");
    expect(post.text).toMatch(/^set-cookie: __Host-visitor=.*; Secure/im);
  });
});

describe("a body that is too large", () => {
  const calls = contracts.filter(({ body }) => body).map(({ path }) => path);
  const POSTS = ["/", "/cars.data", "/fr/forms/pre-approval", ...calls];

  test.each(POSTS)("is refused at %s", async (path) => {
    const body = new Uint8Array(600 * 1024);
    const response = await fetch(site.origin + path, { method: "POST", body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: "too_large" });
  });

  test.each(POSTS)("is refused at %s also where nobody says how large it is", async (path) => {
    const chunk = new Uint8Array(64 * 1024);
    let left = 12;
    const body = new ReadableStream({
      pull: (controller) => {
        left -= 1;
        if (left > 0) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    expect((await fetch(site.origin + path, init)).status).toBe(413);
  });

  test("does not keep the next request waiting", async () => {
    for (let count = 0; count < 5; count += 1) {
      const body = new Uint8Array(600 * 1024);
      const refused = await fetch(site.origin, { method: "POST", body });
      expect(refused.status).toBe(413);
      expect((await fetch(site.origin)).status).toBe(200);
    }
  });

  test("is as large as a photo where photos are taken", async () => {
    const body = new Uint8Array(9 * 1024 * 1024);
    const response = await fetch(`${site.origin}/account/photo`, { method: "POST", body });
    expect(response.status).toBe(200);
  });
});

test("a fault is answered without its words", async () => {
  const faulty = await serveApp({}, { respondWithPage: () => Promise.reject(new Error("secret")) });
  const response = await fetch(faulty.origin);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ result: "error", error: "unexpected" });
  await faulty.close();
});

test("health is told before anything is found out about who asks", async () => {
  const response = await fetch(`${site.origin}/healthz`, { headers: { "x-forwarded-host": "[" } });
  expect(await response.json()).toEqual({ status: "ok" });
  const ready = await fetch(`${site.origin}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ status: "database_unreachable", since: null });
});
