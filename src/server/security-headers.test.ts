import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { serveApp } from "./app.fixture.ts";

let site: Awaited<ReturnType<typeof serveApp>>;
beforeAll(async () => {
  site = await serveApp();
});
afterAll(() => site.close());

const https = { "x-forwarded-proto": "https", "x-forwarded-host": "cars.example.ca" };

/** The directives of a response's policy, by name. */
function parsePolicy(response: Response): Map<string, string> {
  const policy = response.headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split("; ").map((each) => {
      const [name = "", ...sources] = each.trim().split(" ");
      return [name, sources.join(" ")];
    }),
  );
}

const NONCE = /'nonce-([\w+/]{22}==)'/;

describe("the content security policy", () => {
  test("lets in what the site itself sends, and nothing else", async () => {
    const policy = parsePolicy(await fetch(site.origin));
    const nonce = NONCE.exec(policy.get("script-src") ?? "")?.[1];
    expect(Object.fromEntries(policy)).toEqual({
      "default-src": "'none'",
      "script-src": `'nonce-${nonce}' 'strict-dynamic'`,
      "style-src": "'self'",
      "img-src": "'self' data: blob:",
      "font-src": "'self'",
      "connect-src": "'self'",
      "manifest-src": "'self'",
      "worker-src": "'self'",
      "frame-src": "'none'",
      "object-src": "'none'",
      "require-trusted-types-for": "'script'",
      "trusted-types": "default",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
    });
  });

  test("allows a call no script at all", async () => {
    const policy = parsePolicy(await fetch(`${site.origin}/openapi.json`));
    expect(policy.get("script-src")).toBe("'none'");
    expect(policy.get("frame-ancestors")).toBe("'none'");
  });

  test("has a nonce of its own for each answer: the one that the page is told", async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(site.origin)));
    const nonces = await Promise.all(
      responses.map(async (response) => {
        const { visitor } = (await response.json()) as { visitor: Visitor };
        expect(parsePolicy(response).get("script-src")).toContain(`'nonce-${visitor.nonce}'`);
        return visitor.nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(50);
  });

  test("upgrades what was asked for in clear, where the site is secure", async () => {
    expect(parsePolicy(await fetch(site.origin)).has("upgrade-insecure-requests")).toBe(false);
    const secure = parsePolicy(await fetch(site.origin, { headers: https }));
    expect(secure.has("upgrade-insecure-requests")).toBe(true);
  });

  test("names the reviews widget where there is one", async () => {
    const REVIEWS_WIDGET_URL = "https://reviews.example/widget.html?id=1";
    const withWidget = await serveApp({ REVIEWS_WIDGET_URL });
    const policy = parsePolicy(await fetch(withWidget.origin));
    expect(policy.get("frame-src")).toBe("https://reviews.example");
    expect(policy.get("connect-src")).toBe("'self' https://reviews.example");
    await withWidget.close();
  });

  test("lets no page frame anything of ours, staff's page of a document included", async () => {
    const document = "/staff/documents/019a8e6c-0000-7000-8000-000000000000";
    for (const path of [document, `/fr${document}`, `${document}/file`, "/staff/leads"]) {
      const response = await fetch(new URL(path, site.origin), { redirect: "manual" });
      const policy = parsePolicy(response);
      expect([policy.get("frame-src"), policy.get("frame-ancestors")], path).toEqual([
        "'none'",
        "'none'",
      ]);
      expect(response.headers.get("x-frame-options"), path).toBe("DENY");
    }
  });

  test("lets Vite put styles into the page in development, and never scripts", async () => {
    const development = await serveApp({}, { isBuilt: false });
    const policy = parsePolicy(await fetch(development.origin));
    expect(policy.get("style-src")).toMatch(/^'self' 'nonce-\S+'$/);
    expect(policy.get("script-src")).toMatch(/^'nonce-\S+' 'strict-dynamic'$/);
    await development.close();
  });
});

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(self), payment=(), usb=(), browsing-topics=()",
};

test.each<[string, RequestInit & { path: string }]>([
  ["a page", { path: "/" }],
  ["a French page", { path: "/fr/cars" }],
  ["a post", { path: "/cars", method: "POST" }],
  ["a call", { path: "/openapi.json" }],
  ["a refused call", { path: "/currentUser" }],
  ["a request of another site", { path: "/", method: "POST", headers: { origin: "null" } }],
  ["a body that is too large", { path: "/", method: "POST", body: new Uint8Array(600 * 1024) }],
  ["another method", { path: "/", method: "DELETE" }],
  ["a picture that is busy", { path: "/pictures/none.webp" }],
  ["a health check", { path: "/healthz" }],
  ["another method of it", { path: "/healthz", method: "POST" }],
  ["a page's data", { path: "/cars.data" }],
])("every header stands on %s", async (_what, { path, ...init }) => {
  const { headers } = await fetch(site.origin + path, init);
  for (const [name, value] of Object.entries(EVERYWHERE)) {
    expect([name, headers.get(name)]).toEqual([name, value]);
  }
  expect(headers.has("content-security-policy")).toBe(true);
  expect(headers.has("strict-transport-security")).toBe(false);
  expect(headers.has("x-powered-by")).toBe(false);
});

test.each([
  ["two hosts", "GET / HTTP/1.1\nHost: a.test\nHost: b.test", 400],
  ["no protocol at all", "hello", 400],
  ["more headers than are read", `GET / HTTP/1.1\nHost: a.test\nX-One: ${"x".repeat(70_000)}`, 431],
])("every header stands on what Node refuses: %s", async (_what, head, status) => {
  const response = await site.sendRaw(head);
  expect(response.status).toBe(status);
  for (const [name, value] of Object.entries(EVERYWHERE))
    expect(response.text).toContain(`\r\n${name}: ${value}\r\n`);
  expect(response.text).toContain(
    "\r\ncontent-security-policy: default-src 'none'; script-src 'none'; ",
  );
});

describe("where SITE_URL is https", () => {
  let secure: Awaited<ReturnType<typeof serveApp>>;
  beforeAll(async () => {
    secure = await serveApp({ SITE_URL: "https://cars.example.ca" });
  });
  afterAll(() => secure.close());

  test.each([
    ["another host's", 421, "/", "evil.example"],
    ["no host's", 400, "/", "a b"],
    ["a page in clear", 308, "/", "cars.example.ca"],
    ["a page in clear with a query", 308, "/cars?page=2", "cars.example.ca"],
    ["a French page in clear", 308, "/fr/login", "cars.example.ca"],
    ["a page's data in clear", 308, "/cars.data", "cars.example.ca"],
    ["a call in clear", 308, "/openapi.json", "cars.example.ca"],
    ["a file in clear", 308, "/robots.txt", "cars.example.ca"],
    ["a health check", 200, "/healthz", "127.0.0.1"],
  ])("%s: %i, with every header", async (_what, status, path, host) => {
    // No proxy says whether the request came over HTTPS.
    const response = await secure.sendRaw(`GET ${path} HTTP/1.1\nHost: ${host}`);
    expect(response.status).toBe(status);
    for (const [name, value] of Object.entries(EVERYWHERE))
      expect(response.text.toLowerCase()).toContain(`\r\n${name}: ${value}\r\n`.toLowerCase());
    expect(response.text).toMatch(
      /\r\ncontent-security-policy: default-src 'none'; script-src 'none'; /i,
    );
    expect(response.text).not.toMatch(/strict-transport-security/i);
    if (status === 308) {
      expect(response.text).toContain(`\r\nlocation: https://cars.example.ca${path}\r\n`);
      expect(response.text).toContain("\r\ncache-control: no-store\r\n");
    }
  });

  test("a post in clear is refused, with every header", async () => {
    const response = await secure.sendRaw(
      "POST /login HTTP/1.1\nHost: cars.example.ca\nContent-Length: 0",
    );
    expect(response.status).toBe(403);
    expect(response.text).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  });
});

test("https is kept to for two years, once a proxy says that it is there", async () => {
  const { headers } = await fetch(site.origin, { headers: https });
  expect(headers.get("strict-transport-security")).toBe(
    "max-age=63072000; includeSubDomains; preload",
  );
});
