import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveApp } from "./app.fixture.ts";

/**
 * The published scoring of MDN's HTTP Observatory, for what a response's headers can earn or lose:
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring. A site starts with 100;
 * bonus points count only if the score is at least 90 without them.
 */
type Rule = { name: string; points: (headers: Headers) => number };

const START = 100;

function directives(headers: Headers): Map<string, string[]> {
  const policy = headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split(";").map((each) => {
      const [name = "", ...sources] = each.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

const UNSAFE = ["'unsafe-inline'", "'unsafe-eval'", "data:", "http:", "https:", "*"];

const RULES: readonly Rule[] = [
  {
    name: "content security policy",
    points(headers) {
      if (!headers.has("content-security-policy")) return -25;
      const policy = directives(headers);
      const sources = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
      const isStrict = sources("script-src").includes("'strict-dynamic'");
      if (UNSAFE.some((each) => sources("script-src").includes(each) && !isStrict)) return -20;
      if (sources("object-src").some((each) => UNSAFE.includes(each))) return -20;
      if (UNSAFE.some((each) => sources("style-src").includes(each))) return 0;
      return policy.get("default-src")?.join(" ") === "'none'" ? 10 : 5;
    },
  },
  {
    name: "cookies",
    points(headers) {
      const cookies = headers.getSetCookie();
      if (cookies.length === 0) return 0;
      if (cookies.some((cookie) => !/; Secure/i.test(cookie))) return -20;
      if (cookies.some((cookie) => !/; HttpOnly/i.test(cookie))) return -30;
      return cookies.every((cookie) => /; SameSite=(Lax|Strict)/i.test(cookie)) ? 5 : 0;
    },
  },
  {
    name: "cross-origin resource sharing",
    points: (headers) => (headers.get("access-control-allow-origin") === "*" ? -50 : 0),
  },
  {
    name: "referrer policy",
    points(headers) {
      const policy = headers.get("referrer-policy");
      if (policy === null) return 0;
      return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
        policy,
      )
        ? 5
        : -5;
    },
  },
  {
    name: "strict transport security",
    points(headers) {
      const seconds = Number(
        /max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1],
      );
      if (Number.isNaN(seconds)) return -20;
      return seconds >= 15_768_000 ? 0 : -10;
    },
  },
  {
    name: "content type options",
    points: (headers) => (headers.get("x-content-type-options") === "nosniff" ? 0 : -5),
  },
  {
    name: "frame options",
    points(headers) {
      if (directives(headers).has("frame-ancestors")) return 5;
      return headers.has("x-frame-options") ? 0 : -20;
    },
  },
  {
    name: "cross-origin resource policy",
    points(headers) {
      const policy = headers.get("cross-origin-resource-policy");
      if (policy === null) return 0;
      return policy === "cross-origin" ? -5 : 10;
    },
  },
];

function score(headers: Headers): number {
  const points = RULES.map((rule) => rule.points(headers));
  const lost = START + points.filter((each) => each < 0).reduce((sum, each) => sum + each, 0);
  const bonus = points.filter((each) => each > 0).reduce((sum, each) => sum + each, 0);
  return lost >= 90 ? lost + bonus : lost;
}

const https = { "x-forwarded-proto": "https", host: "cars.example.ca" };

let site: Awaited<ReturnType<typeof serveApp>>;
let projectRoot: string;
beforeAll(async () => {
  projectRoot = await mkdtemp(join(tmpdir(), "observatory-"));
  await mkdir(join(projectRoot, "build/client/assets"), { recursive: true });
  await writeFile(join(projectRoot, "build/client/assets/entry.js"), "");
  await writeFile(join(projectRoot, "build/client/robots.txt"), "User-agent: *");
  site = await serveApp({}, { projectRoot });
});
afterAll(async () => {
  await site.close();
  await rm(projectRoot, { recursive: true });
});

test.each([
  ["home", "/", "GET"],
  ["the credit application", "/creditform", "GET"],
  ["sign-in", "/login", "GET"],
  ["a post that sets a cookie", "/login", "POST"],
  ["the back office", "/fr/staff/leads", "GET"],
  ["a page's data", "/staff/leads.data", "GET"],
  ["a call", "/openapi.json", "GET"],
  ["a static file", "/robots.txt", "GET"],
])("%s earns at least 125", async (_what, path, method) => {
  const { headers } = await fetch(site.origin + path, { method, headers: https });
  expect(score(headers)).toBeGreaterThanOrEqual(125);
});

test("a page and its data agree in every header of security", async () => {
  const of = async (path: string) => {
    const { headers } = await fetch(site.origin + path, { headers: https });
    const plain = [...headers].filter(([name]) => !/^(date|content-length|etag)$/.test(name));
    // Data has no script, so its policy is the stricter one.
    return plain.map(([name, value]) => [
      name,
      value.replace(/(script-src) ('nonce-[^']+' 'strict-dynamic'|'none')/, "$1"),
    ]);
  };
  expect(await of("/cars.data")).toEqual(await of("/cars"));
  const { headers } = await fetch(`${site.origin}/cars.data`, { headers: https });
  expect(directives(headers).get("script-src")).toEqual(["'none'"]);
});

test.each(["/assets", "/assets/", "/assets/%2e%2e/", "/assets/../../"])(
  "no folder is listed, and nothing above it is given: %s",
  async (path) => {
    const text = await (await fetch(site.origin + path, { headers: https })).text();
    expect(text).not.toMatch(/entry\.js|robots\.txt|package\.json/);
  },
);

test("the rules find what is missing", () => {
  expect(score(new Headers())).toBeLessThan(50);
});
