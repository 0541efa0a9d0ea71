import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveApp } from "./app.fixture.ts";
import { preferredLanguage } from "./first-language.ts";

let site: Awaited<ReturnType<typeof serveApp>>;
beforeAll(async () => {
  site = await serveApp();
});
afterAll(() => site.close());

const FRENCH = "fr-CA,fr;q=0.9,en;q=0.5";
const get = (path: string, headers: Record<string, string>) =>
  fetch(site.origin + path, { redirect: "manual", headers });

describe("the bare address", () => {
  test.each<[who: string, headers: Record<string, string>, to: string | null]>([
    ["asks for French", { "accept-language": FRENCH }, "/fr?from=ad"],
    ["asks for English", { "accept-language": "en-CA,fr;q=0.5" }, null],
    ["asks for nothing, as crawlers do", {}, null],
    ["chose English before", { "accept-language": FRENCH, cookie: "language=en" }, null],
    ["chose French before", { "accept-language": "en", cookie: "language=fr" }, "/fr?from=ad"],
    ["has a cookie of nonsense", { cookie: "language=//evil.example" }, null],
  ])("of who %s", async (_, headers, to) => {
    const response = await get("/?from=ad", headers);
    expect(response.headers.get("location")).toBe(to);
    expect(response.headers.get("vary")).toMatch(/accept-language, cookie/i);
  });

  test("from a page of this site leads where its link says, and the language is remembered", async () => {
    const response = await get("/", {
      "accept-language": FRENCH,
      referer: `${site.origin}/fr/faq`,
    });
    expect(response.headers.get("location")).toBeNull();
    expect(response.headers.get("set-cookie")).toMatch(
      /^language=en; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});

test.each([
  ["/about", { "accept-language": FRENCH }],
  ["/fr", { "accept-language": "en" }],
  ["/fr", { cookie: "language=en" }],
  ["/fr", { referer: "https://elsewhere.example/" }],
  ["/fr", { referer: "nonsense" }],
])("%s keeps its own language, and remembers none: %j", async (path, headers) => {
  const response = await get(path, headers);
  expect(response.status).toBe(200);
  expect(response.headers.get("set-cookie")).toBeNull();
});

test.each([
  ["fr", "fr"],
  ["fr-CA", "fr"],
  ["en;q=0.4, fr;q=0.8", "fr"],
  ["en, fr", "en"],
  ["de, fr;q=0.3", "fr"],
  ["fr;q=0", null],
  ["french", null],
  ["*", null],
  ["", null],
  [",;q=,;;", null],
])("of %j the language is %s", (header, wanted) => expect(preferredLanguage(header)).toBe(wanted));
