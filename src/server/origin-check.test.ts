import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveApp } from "./app.fixture.ts";

let site: Awaited<ReturnType<typeof serveApp>>;
beforeAll(async () => {
  site = await serveApp();
});
afterAll(() => site.close());

const OWN = "https://cars.example.ca";

/**
 * A request as a browser on the site's public address sends it, through the proxy on this machine.
 */
async function send(method: string, headers: Record<string, string>): Promise<number> {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "cars.example.ca" };
  const lines = Object.entries({ host: "inside", ...forwarded, ...headers });
  const { status } = await site.sendRaw(
    [
      `${method} /cars HTTP/1.1`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
      "content-length: 0",
    ].join("\n"),
  );
  return status;
}

const CASES: [string, Record<string, string>, "passes" | "is refused"][] = [
  ["a program that says nothing", {}, "passes"],
  [
    "our own page",
    { origin: OWN, "sec-fetch-site": "same-origin", referer: `${OWN}/cars` },
    "passes",
  ],
  ["our own page in a browser without fetch metadata", { origin: OWN }, "passes"],
  ["a browser that only says where it comes from", { referer: `${OWN}/cars?make=Honda` }, "passes"],
  ["a form without an origin", { "sec-fetch-site": "same-origin" }, "passes"],
  ["an address typed by hand", { "sec-fetch-site": "none" }, "passes"],
  [
    "another site",
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    "is refused",
  ],
  ["another site in an older browser", { origin: "https://evil.example" }, "is refused"],
  ["a page that hides its origin", { origin: "null" }, "is refused"],
  [
    "another site that only says where it comes from",
    { referer: "https://evil.example/cars" },
    "is refused",
  ],
  ["a page whose address is none", { referer: "about" }, "is refused"],
  ["a neighbour under the same domain", { "sec-fetch-site": "same-site" }, "is refused"],
  [
    "a neighbour with its origin",
    { origin: "https://blog.example.ca", "sec-fetch-site": "same-site" },
    "is refused",
  ],
  ["the site over http", { origin: "http://cars.example.ca" }, "is refused"],
  ["the site on another port", { origin: `${OWN}:8443` }, "is refused"],
  ["a host that begins as ours", { origin: `${OWN}.evil.example` }, "is refused"],
  [
    "our origin in another site's request",
    { origin: OWN, "sec-fetch-site": "cross-site" },
    "is refused",
  ],
  ["our own address behind the proxy", { origin: "http://inside" }, "is refused"],
  [
    "another referer beside our origin",
    { origin: OWN, referer: "https://evil.example/" },
    "passes",
  ],
];

describe.each(["POST"])("%s from", (method) => {
  test.each(CASES)("%s", async (_who, headers, outcome) => {
    expect(await send(method, headers)).toBe(outcome === "passes" ? 200 : 403);
  });
});

describe.each(["PUT", "PATCH", "DELETE"])("%s from", (method) => {
  // Pages accept neither method; what matters is that the check came first.
  test.each(CASES)("%s", async (_who, headers, outcome) => {
    expect(await send(method, headers)).toBe(outcome === "passes" ? 405 : 403);
  });
});

describe.each(["GET", "HEAD"])("%s from", (method) => {
  test.each(CASES)("%s passes: it changes nothing", async (_who, headers) => {
    expect(await send(method, headers)).toBe(200);
  });
});

test("a call is checked as a page is, and told why", async () => {
  const headers = { origin: "https://evil.example", accept: "application/json" };
  const response = await fetch(`${site.origin}/newBid`, { method: "POST", headers });
  expect(response.status).toBe(403);
  expect(await response.json()).toEqual({ result: "error", error: "cross_site_request" });
});
