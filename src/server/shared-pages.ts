import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { listInlineScripts } from "../page-scripts.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { listEncodings } from "./content-encoding.ts";
import { isSharedPage } from "./page-caching.ts";
import { answerWith, type ReadyForm, toResponse } from "./ready-answer.ts";
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
  html: Buffer;
  headers: Readonly<Record<string, string>>;
  /** CSP sources of its scripts (security-headers.ts); a page's data has none. */
  scriptHashes: string | null;
  etag: string;
  /** As it is sent in each encoding, once somebody asked for it. */
  forms: Map<string, ReadyForm>;
  underWay: Map<string, Promise<ReadyForm>>;
};

export type SharedPages = {
  respond(context: Context<ServerEnv>): Promise<Response>;
  /** A page that is kept as this browser wants it, for who is nobody (`isNobody`). */
  findReady(asked: {
    theme: Visitor["theme"];
    /** The whole address, under the site's origin. */
    href: string;
    acceptEncoding: string | undefined;
  }): { form: ReadyForm; scriptHashes: string | null } | null;
};

/**
 * Renders a page that is the same for everybody who is nobody yet once, or the data that the router
 * fetches for it, and keeps it until something that pages show changes in the database. Whoever brings
 * a cookie that a page might heed (a session, a choice), or of whom something is stored, gets a page of
 * their own. The shared one is rendered for a visitor without
 * address, cookie or header, so that nothing of a person can get into it.
 *
 * Its scripts are allowed by their hashes instead of a nonce: its bytes are the same for all, ready
 * compressed, and a browser that has them already is told so with 304.
 */
export function sharePages(
  respondWithPage: RespondWithPage,
  /** Calls back whenever what pages show has changed; see LISTEN in database-watch.server.ts. */
  onChange: (empty: () => void) => void,
  /** Whether anything is stored of a browser that has a visitor cookie (visitor-traces.ts). */
  hasTraces: (visitorHash: string) => Promise<boolean>,
): SharedPages {
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

  const find = (url: URL, visitor: Visitor, changesBefore: number) => {
    const key = keyOf(visitor.theme, url.href);
    const known = pages.get(key) ?? underWay.get(key);
    if (known) return known;
    // Where this request reads from was chosen before the change (read-replicas.ts): nobody else gets it.
    if (changes !== changesBefore) return render(respondWithPage, url, visitor);
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

  return {
    findReady({ theme, href, acceptEncoding }) {
      const page = pages.get(keyOf(theme, href));
      const form = page?.forms.get(chooseEncoding(acceptEncoding));
      return page && form ? { form, scriptHashes: page.scriptHashes } : null;
    },
    async respond(context) {
      const request = context.req.raw;
      const visitor = context.get("visitor");
      const url = new URL(request.url);
      const changesBefore = changes;
      const isShared =
        mayBeShared(request, url) &&
        visitor.user === null &&
        (await isNobody(request.headers, visitor, hasTraces));
      const page = isShared
        ? await find(new URL(url.pathname + url.search, visitor.origin), visitor, changesBefore)
        : null;
      if (!page) return respondWithPage(request, visitor);
      if (page.scriptHashes !== null) context.set("scriptHashes", page.scriptHashes);
      context.set("isEncoded", true);
      const form = await encode(page, chooseEncoding(context.req.header("accept-encoding")));
      const { method } = request;
      const ifNoneMatch = context.req.header("if-none-match");
      return toResponse(answerWith(form, { method, ifNoneMatch }));
    },
  };
}

function keyOf(theme: Visitor["theme"], href: string): string {
  return `${theme} ${href}`;
}

/** Cookies that choose among shared pages, or that no page reads. */
const HARMLESS_COOKIES: ReadonlySet<string> = new Set<keyof typeof COOKIE_SECONDS>([
  "theme",
  "language",
]);

const VISITOR_COOKIE = /^(__Host-)?visitor$/;

function mayBeShared({ method }: Request, url: URL): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    url.href.length <= LONGEST_ADDRESS &&
    // Two slashes in front would be another site's address; such a page exists nowhere.
    !url.pathname.startsWith("//") &&
    isSharedPage(url.pathname)
  );
}

/** Whether no page could know the visitor by what they bring: nothing, or a name that stands for nothing. */
async function isNobody(
  headers: Headers,
  visitor: Visitor,
  hasTraces: (visitorHash: string) => Promise<boolean>,
): Promise<boolean> {
  const heeded = listHeededCookies(headers.get("cookie"));
  if (heeded.length === 0) return true;
  return (
    heeded.every((name) => VISITOR_COOKIE.test(name)) && !(await hasTraces(visitor.visitorHash))
  );
}

/** The names of the cookies that a page might heed. */
export function listHeededCookies(cookie: string | null | undefined): string[] {
  return (cookie?.split(/;\s*/) ?? [])
    .map((each) => each.split("=", 1)[0] ?? "")
    .filter((name) => !HARMLESS_COOKIES.has(name));
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
    isNew: true,
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
  const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
  const scripts = isPage ? listInlineScripts(html.toString(), MARK) : null;
  const etag = `W/"${hash(html)}"`;
  const { vary, ...headers } = Object.fromEntries(response.headers);
  return {
    headers: {
      ...headers,
      etag,
      vary: [vary, "Accept-Encoding, Cookie"].filter(Boolean).join(", "),
    },
    html,
    scriptHashes: scripts?.map((script) => `'sha256-${hash(script)}'`).join(" ") ?? null,
    etag,
    forms: new Map(),
    underWay: new Map(),
  };
}

function hash(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("base64");
}

function chooseEncoding(acceptEncoding: string | undefined): string {
  return listEncodings(acceptEncoding).find((each) => ENCODERS.has(each)) ?? "identity";
}

const ENCODERS: ReadonlyMap<string, (html: Buffer) => Promise<Buffer>> = new Map([
  ["br", (html) => promisify(brotliCompress)(html, { params: BROTLI })],
  ["gzip", (html) => promisify(gzip)(html)],
]);

/** Nearly as small as the smallest, in a twentieth of the time. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

function encode(page: SharedPage, encoding: string): ReadyForm | Promise<ReadyForm> {
  const { forms, underWay } = page;
  const known = forms.get(encoding) ?? underWay.get(encoding);
  if (known) return known;
  const encoded = encodeAnew(page, encoding);
  underWay.set(encoding, encoded);
  return encoded;
}

async function encodeAnew(
  { html, headers, etag, forms }: SharedPage,
  encoding: string,
): Promise<ReadyForm> {
  const bytes = new Uint8Array((await ENCODERS.get(encoding)?.(html)) ?? html);
  const form = {
    bytes,
    etag,
    headers: {
      ...headers,
      "content-length": String(bytes.length),
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    },
    unchangedHeaders: headers,
  };
  forms.set(encoding, form);
  return form;
}
