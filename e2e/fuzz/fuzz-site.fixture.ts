import fc from "fast-check";
import { contracts } from "#api/calls.fixture.ts";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import type { Role } from "#values/role.ts";
import {
  harvestSite,
  type Control,
  type HarvestedForm,
  pagePaths,
  readBody,
} from "./harvest.fixture.ts";

/** Who sends a request: a visitor who is not signed in, or a signed-in account of the demo. */
export type FuzzCaller = "visitor" | Role;

export type FuzzCase = {
  by: FuzzCaller;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query as they are sent. */
  target: string;
  accept: "text/html" | "application/json";
  type: string | null;
  body: string | null;
};

type FuzzResponse = { status: number; durationMs: number };

const BOUNDARY = "fuzz-boundary";

/** What a person, a broken program or an attacker sends for a short text. */
const HOSTILE_TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "99999999999999999999",
  "9223372036854775808",
  "2147483648",
  "0.1",
  "1,5",
  "\0",
  "a\0b",
  "\u0001",
  "\u200b",
  "\u202e",
  "\ufffe",
  "\u{1f697}",
  "é".normalize("NFD"),
  "ß",
  "İ",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "prototype",
  "'",
  '"',
  "\\",
  "%",
  "_",
  "' or 1=1 --",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "../../etc/passwd",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "\r\nset-cookie: a=b",
  "=1+1",
  "00000000-0000-0000-0000-000000000000",
  "AAAAAAAA",
  "A2B3C4D5",
  "2026-02-30",
  "2026-13-01",
  "0000-00-00",
  "275760-09-14",
  "-000001-01-01",
  "9999-12-31",
  "1987-06-05",
  "M5V 0A1",
  "416-555-0147",
  "+14165550147",
  "noah@example.com",
  "a@b",
  "@",
  "2HKRW2H20NH000000",
  "046 454 286",
  "honda",
  "suv",
  "yes",
  "on",
  "1",
  "2020",
  "ON",
  "QC",
  "x".repeat(300),
  "x".repeat(11_000),
  "1".repeat(400),
  "a,".repeat(500),
];

/** Escapes that no encoder writes: incomplete ones, half a surrogate pair, invalid UTF-8. */
const RAW_ESCAPES = [
  "%00",
  "%ED%A0%80",
  "%ff",
  "%",
  "%zz",
  "%C0%AF",
  "%2e%2e%2f",
  "%0d%0a",
  "%u0000",
  "+",
  "%5c",
  "%EF%BF%BF",
];

const TYPES = [
  null,
  "text/plain",
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  `multipart/form-data; boundary=${BOUNDARY}`,
  "multipart/form-data; boundary=",
  "application/octet-stream",
  "%%%",
];

const wireText = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map((text) => encodeURIComponent(text)),
  },
  { weight: 2, arbitrary: fc.constantFrom(...RAW_ESCAPES) },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: "binary", maxLength: 12 })
      .map((text) => encodeURIComponent(text.toWellFormed())),
  },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

/**
 * Addresses, names and forms that the site itself shows, so that new pages are included
 * automatically.
 */
type FuzzSurface = { paths: string[]; names: string[]; forms: HarvestedForm[] };

export async function openFuzzSite(origin: string) {
  const cookies = new Map<FuzzCaller, string>([["visitor", visitorCookie("visitor")]]);
  const signIn = async (account: (typeof DEMO_ACCOUNTS)[number]) => {
    const response = await fetch(`${origin}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { origin },
      body: new URLSearchParams({ email: account.email, password: account.password }),
    });
    const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith("session="));
    if (!session) throw new Error(`${account.email} could not sign in: ${response.status}.`);
    cookies.set(account.role, `${session.split(";")[0]}; ${visitorCookie(account.role)}`);
  };
  await Promise.all(DEMO_ACCOUNTS.map(signIn));

  return {
    callers: [...cookies.keys()],
    harvest: (options?: { isShort: boolean }) => harvestSite(origin, cookies, options),
    /** A case may have ended a session, or changed its account. */
    signInAgain: () => Promise.all(DEMO_ACCOUNTS.map(signIn)),
    async send(each: FuzzCase): Promise<FuzzResponse> {
      const started = performance.now();
      const response = await fetch(origin + each.target, {
        method: each.method,
        redirect: "manual",
        headers: {
          accept: each.accept,
          cookie: cookies.get(each.by) ?? "",
          ...(each.type === null ? {} : { "content-type": each.type }),
        },
        ...(each.body === null ? {} : { body: Buffer.from(each.body) }),
      });
      await readBody(response);
      return { status: response.status, durationMs: performance.now() - started };
    },
  };
}

function visitorCookie(by: FuzzCaller): string {
  return `visitor=${`fuzz-${by}-`.padEnd(32, "0")}`;
}

/**
 * Generates requests for every address, form, call and query parameter of the surface, in both
 * languages.
 */
export function fuzzCase(
  { paths, names, forms }: FuzzSurface,
  callers: readonly FuzzCaller[],
): fc.Arbitrary<FuzzCase> {
  const by = fc.constantFrom(...callers);
  const accept = fc.constantFrom<FuzzCase["accept"]>("text/html", "application/json");
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("__proto__", "toString", "a[]", "", "_routes", "index", "_data"),
    },
  );
  const pair = fc.tuple(name, wireText).map(([key, value]) => `${key}=${value}`);
  const query = fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join("&"));
  const path = fc
    .tuple(
      fc.constantFrom(...paths),
      fc.array(wireText, { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      fc.constantFrom("", "", ".data"),
    )
    .map(([template, values, isFrench, ending]) => {
      let at = 0;
      const filled = template.replaceAll(
        /\{\w+\}/g,
        () => (values[at++ % 4] ?? "x").slice(0, 2000) || "x",
      );
      return `${isFrench ? "/fr" : ""}${filled === "/" && isFrench ? "" : filled}${ending}`;
    });
  const lookup = fc
    .record({ by, accept, path, query })
    .map(({ path: to, query: requested, ...rest }): FuzzCase => ({
      ...rest,
      method: "GET",
      target: requested ? `${to}?${requested}` : to,
      type: null,
      body: null,
    }));
  const body = fc.oneof(
    query,
    fc.json(),
    fc.array(pair, { maxLength: 8 }).map((pairs) => multipart(pairs.map(splitPair))),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "",
      "--",
      `--${BOUNDARY}`,
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="phone"\r\n\r\n905`,
      "null",
      "[",
      '{"a":',
    ),
  );
  const thrown = fc
    .record({
      by,
      accept,
      path,
      query,
      type: fc.constantFrom(...TYPES),
      body: fc.option(body),
      method: fc.constantFrom(
        "POST" as const,
        "POST" as const,
        "POST" as const,
        "PUT" as const,
        "DELETE" as const,
      ),
    })
    .map(({ path: to, query: requested, ...rest }): FuzzCase => ({
      ...rest,
      target: requested ? `${to}?${requested}` : to,
      type: rest.body === null ? null : rest.type,
    }));
  const sent =
    forms.length === 0
      ? thrown
      : fc.constantFrom(...forms).chain((form) => makePost(form, { accept, pair }));
  return fc.oneof(
    { weight: 4, arbitrary: lookup },
    { weight: 2, arbitrary: thrown },
    { weight: 6, arbitrary: sent },
  );
}

/** A form as its page would send it, with some values replaced. */
function makePost(
  form: HarvestedForm,
  { accept, pair }: { accept: fc.Arbitrary<FuzzCase["accept"]>; pair: fc.Arbitrary<string> },
): fc.Arbitrary<FuzzCase> {
  const fields = fc.tuple(...form.controls.map(makeField));
  return fc
    .record({
      accept,
      fields,
      more: fc.array(pair, { maxLength: 2 }),
      isMultipart: fc.boolean(),
      ending: fc.constantFrom("", "", ".data"),
    })
    .map(({ fields: pairs, more, isMultipart, ending, accept: accepts }): FuzzCase => {
      const all = [...pairs.flat(), ...more];
      const [path = "/", query] = form.action.split("?");
      const target = path + (path === "/" ? "" : ending) + (query ? `?${query}` : "");
      if (form.method === "GET")
        return {
          by: form.by,
          method: "GET",
          target: `${path}?${all.join("&")}`,
          accept: accepts,
          type: null,
          body: null,
        };
      return {
        by: form.by,
        method: "POST",
        target,
        accept: accepts,
        type: isMultipart
          ? `multipart/form-data; boundary=${BOUNDARY}`
          : "application/x-www-form-urlencoded",
        body: isMultipart ? multipart(all.map(splitPair)) : all.join("&"),
      };
    });
}

function makeField({ name, values }: Control): fc.Arbitrary<string[]> {
  const key = encodeURIComponent(name);
  const good = fc
    .constantFrom(...(values.length > 0 ? values : [""]))
    .map((value) => [`${key}=${encodeURIComponent(value)}`]);
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 3, arbitrary: wireText.map((value) => [`${key}=${value}`]) },
    { weight: 1, arbitrary: fc.constant<string[]>([]) },
    {
      weight: 1,
      arbitrary: fc.tuple(wireText, wireText).map((two) => two.map((value) => `${key}=${value}`)),
    },
  );
}

function splitPair(pair: string): [name: string, value: string] {
  const [name = "", value = ""] = [...new URLSearchParams(pair)][0] ?? [];
  return [name, value];
}

function multipart(fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name.replaceAll(/["\r\n]/g, "")}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

/** Every address: those of the routes and of the calls. */
export function fuzzPaths(): string[] {
  const paths = [...pagePaths(), ...contracts.map(({ path }) => path)];
  // This page fails on purpose, to show the error page.
  return [...new Set(paths)].filter((path) => path !== "/demo/error");
}
