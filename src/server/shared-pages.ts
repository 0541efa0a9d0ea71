import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { LRUCache } from "lru-cache";
import { listInlineScripts } from "../page-scripts.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { isSharedPage } from "./page-caching.ts";
import type { ServerEnv } from "./visitor.ts";

/** Answers a page's request as one visitor sees it. */
export type RespondWithPage = (request: Request, visitor: Visitor) => Promise<Response>;

/** Told by triggers of the tables that pages show (drizzle/0048_tell_what_pages_show.sql). */
export const PAGES_CHANGED = "pages_changed";

const MOST_BYTES = 32 * 1024 * 1024;
/** For what changes with the clock alone: a day's name, an opening hour. */
const LONGEST_MS = 60_000;
const LONGEST_ADDRESS = 512;

type SharedPage = {
  headers: Headers;
  html: Buffer;
  /** CSP sources of its scripts (security-headers.ts). */
  scriptHashes: string;
  etag: string;
  encoded: Map<string, Promise<Buffer>>;
};

/**
 * Renders a page that is the same for everybody who is nobody yet once, and keeps it until something
 * that pages show changes in the database. Whoever brings a cookie that a page might heed (a session,
 * a draft, a choice) gets a page of their own. The shared one is rendered for a visitor without
 * address, cookie or header, so that nothing of a person can get into it.
 *
 * Its scripts are allowed by their hashes instead of a nonce: its bytes are the same for all, ready
 * compressed, and a browser that has them already is told so with 304.
 */
export function sharePages(
  respondWithPage: RespondWithPage,
  /** Calls back whenever what pages show has changed; see LISTEN in database-watch.server.ts. */
  onChange: (empty: () => void) => void,
) {
  const pages = new LRUCache<string, SharedPage>({
    maxSize: MOST_BYTES,
    // The page as it is and its compressed forms, which are a fifth of it each.
    sizeCalculation: ({ html }, key) => key.length + Math.ceil(html.length * 1.5),
    ttl: LONGEST_MS,
  });
  const underWay = new Map<string, Promise<SharedPage | null>>();
  let changes = 0;
  onChange(() => {
    changes += 1;
    pages.clear();
    underWay.clear();
  });

  const find = (url: URL, visitor: Visitor) => {
    const key = `${visitor.theme} ${url.href}`;
    const known = pages.get(key) ?? underWay.get(key);
    if (known) return known;
    const changesBefore = changes;
    const rendering = render(respondWithPage, url, visitor)
      .then((page) => {
        // What changed meanwhile may have been read before.
        if (page && changes === changesBefore) pages.set(key, page);
        return page;
      })
      .finally(() => {
        if (underWay.get(key) === rendering) underWay.delete(key);
      });
    underWay.set(key, rendering);
    return rendering;
  };

  return async (context: Context<ServerEnv>): Promise<Response> => {
    const request = context.req.raw;
    const visitor = context.get("visitor");
    const url = new URL(request.url);
    const page = maySeeShared(request, url, visitor)
      ? await find(new URL(url.pathname + url.search, visitor.origin), visitor)
      : null;
    if (!page) return respondWithPage(request, visitor);
    context.set("scriptHashes", page.scriptHashes);
    return answer(page, context);
  };
}

/** Cookies that choose among shared pages, or that no page reads. */
const HARMLESS_COOKIES: ReadonlySet<string> = new Set<keyof typeof COOKIE_SECONDS>([
  "theme",
  "language",
]);

function maySeeShared({ method, headers }: Request, url: URL, visitor: Visitor): boolean {
  const cookies = headers.get("cookie")?.split(/;\s*/) ?? [];
  return (
    (method === "GET" || method === "HEAD") &&
    visitor.user === null &&
    cookies.every((cookie) => HARMLESS_COOKIES.has(cookie.split("=", 1)[0] ?? "")) &&
    url.href.length <= LONGEST_ADDRESS &&
    // Two slashes in front would be another site's address; such a page exists nowhere.
    !url.pathname.startsWith("//") &&
    isSharedPage(url.pathname)
  );
}

/** What marks the scripts that are ours; the policy of a shared page names no nonce. */
const MARK = "shared";

/** Null for what is no page to be shared after all: a car that is gone, an address led elsewhere. */
async function render(
  respondWithPage: RespondWithPage,
  url: URL,
  { locale, origin, theme }: Visitor,
): Promise<SharedPage | null> {
  const nobody: Visitor = {
    visitorHash: createHash("sha256").update("nobody").digest("hex"),
    locale,
    ipAddress: "",
    origin,
    nonce: MARK,
    theme,
    user: null,
    sessionId: null,
  };
  const response = await respondWithPage(
    new Request(url, { headers: { accept: "text/html" } }),
    nobody,
  );
  const isKept = response.status === 200 && !response.headers.has("set-cookie");
  if (!isKept) {
    await response.body?.cancel();
    return null;
  }
  const html = Buffer.from(await response.arrayBuffer());
  const scripts = listInlineScripts(html.toString(), MARK);
  return {
    headers: response.headers,
    html,
    scriptHashes: scripts.map((script) => `'sha256-${hash(script)}'`).join(" "),
    etag: `W/"${hash(html)}"`,
    encoded: new Map(),
  };
}

function hash(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("base64");
}

function answer(page: SharedPage, context: Context<ServerEnv>): Promise<Response> | Response {
  const headers = new Headers(page.headers);
  headers.set("etag", page.etag);
  headers.append("vary", "Accept-Encoding, Cookie");
  if (context.req.header("if-none-match")?.includes(page.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = accepts(context, {
    header: "Accept-Encoding",
    supports: ["br", "gzip"],
    default: "identity",
  });
  return encode(page, encoding).then((body) => {
    if (encoding !== "identity") headers.set("content-encoding", encoding);
    headers.set("content-length", String(body.length));
    const isHead = context.req.method === "HEAD";
    return new Response(isHead ? null : new Uint8Array(body), { headers });
  });
}

const ENCODERS: ReadonlyMap<string, (html: Buffer) => Promise<Buffer>> = new Map([
  ["br", (html) => promisify(brotliCompress)(html, { params: BROTLI })],
  ["gzip", (html) => promisify(gzip)(html)],
]);

/** Nearly as small as the smallest, in a twentieth of the time. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

function encode({ html, encoded }: SharedPage, encoding: string): Promise<Buffer> {
  const encoder = ENCODERS.get(encoding);
  if (!encoder) return Promise.resolve(html);
  const known = encoded.get(encoding) ?? encoder(html);
  encoded.set(encoding, known);
  return known;
}
