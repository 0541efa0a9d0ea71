import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { listInlineScripts } from "../page-scripts.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { CookieName } from "#values/cookies.ts";
import { listEncodings } from "./content-encoding.ts";
import { isSharedPage } from "./page-caching.ts";
import { toReadyResponse, type ReadyForm, toResponse } from "./ready-response.ts";
import type { ServerEnv } from "./visitor.ts";
import type { StoredData } from "./stored-visitor-data.ts";

/** Renders a page for one visitor. */
export type RespondWithPage = (request: Request, visitor: Visitor) => Promise<Response>;

/**
 * The channel that triggers of the tables that pages show notify
 * (drizzle/0048_tell_what_pages_show.sql).
 */
export const PAGES_CHANGED = "pages_changed";

const MOST_BYTES = 8 * 1024 * 1024;
/** The memory of one form besides its bytes: its headers and its cache entry. */
const BYTES_BESIDE = 1_500;
/** For what changes with time alone: the name of a day, opening hours. */
const LONGEST_MS = 60_000;
const LONGEST_ADDRESS = 512;

type SharedPage = {
  html: Buffer;
  headers: Readonly<Record<string, string>>;
  /** CSP sources of its scripts (security-headers.ts); null for a page's data. */
  scriptHashes: string | null;
  etag: string;
};

/** A page in one encoding, as it is sent. */
type SharedForm = Pick<SharedPage, "scriptHashes"> & { form: ReadyForm };

export type SharedPages = {
  respond(context: Context<ServerEnv>): Promise<Response>;
  /** The cached page in the encoding that this browser prefers, for a stranger (`isStranger`). */
  findReady(requested: {
    theme: Visitor["theme"];
    payments: Visitor["payments"];
    province: Visitor["province"];
    /** The whole address, with the site's origin. */
    href: string;
    acceptEncoding: string | undefined;
  }): SharedForm | null;
};

/**
 * Renders once what is the same for every stranger, a page or the data that the router fetches for
 * it, and caches it until something that pages show changes in the database. A request with a
 * cookie that a page might read (a session, a choice), or from a browser of which something is
 * stored, gets a page of its own. The shared one is rendered for a visitor without address, cookies
 * or headers, so that it cannot contain anything personal.
 *
 * Its scripts are allowed by their hashes instead of a nonce. So its bytes are the same for all and
 * compressed in advance, and a browser that already has them gets a 304. Only the encoding that was
 * sent is cached, which is a fifth of the page; any other encoding is made from that.
 */
export function sharePages(
  respondWithPage: RespondWithPage,
  /**
   * Registers a callback for every change of what pages show; see LISTEN in
   * database-watch.server.ts.
   */
  onChange: (empty: () => void) => void,
  /** Reads what is stored of a browser that has a visitor cookie (stored-visitor-data.ts). */
  findStoredData: (visitorHash: string) => Promise<StoredData>,
): SharedPages {
  const forms = new LRUCache<string, SharedForm>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ form }, key) => key.length + form.bytes.length + BYTES_BESIDE,
    ttl: LONGEST_MS,
  });
  const underWay = new Map<string, Promise<SharedForm | null>>();
  let changes = 0;
  onChange(() => {
    changes += 1;
    forms.clear();
    underWay.clear();
  });

  const find = (url: URL, visitor: Visitor, encoding: string, changesBefore: number) => {
    const keyIn = (one: string) => keyOf(one, visitor, url.href);
    const known = (one: string) => forms.get(keyIn(one)) ?? underWay.get(keyIn(one));
    const found = known(encoding);
    if (found) return found;
    // Whether this request reads from a replica was decided before the change (read-replicas.ts),
    // so its page is neither cached nor shared with other requests.
    if (changes !== changesBefore)
      return render(respondWithPage, url, visitor).then((page) => encode(page, encoding));
    const other = DECODERS.keys().find(known);
    const make = async () => {
      const page =
        other === undefined
          ? await render(respondWithPage, url, visitor)
          : await decode((await known(other)) ?? null, other);
      const made = await encode(page, encoding);
      const ttl = other ? forms.getRemainingTTL(keyIn(other)) : LONGEST_MS;
      // If something changed meanwhile, the page may show the state before.
      if (made && changes === changesBefore && ttl > 0) forms.set(keyIn(encoding), made, { ttl });
      return made;
    };
    const making = make().finally(() => {
      if (underWay.get(keyIn(encoding)) === making) underWay.delete(keyIn(encoding));
    });
    underWay.set(keyIn(encoding), making);
    return making;
  };

  return {
    findReady: ({ href, acceptEncoding, ...choices }) =>
      forms.get(keyOf(chooseEncoding(acceptEncoding), choices, href)) ?? null,
    async respond(context) {
      const request = context.req.raw;
      const visitor = context.get("visitor");
      const url = new URL(request.url);
      const changesBefore = changes;
      const isShared =
        mayBeShared(request, url) &&
        visitor.user === null &&
        (await isStranger(request.headers, visitor, findStoredData));
      const seen = new URL(visitor.origin + url.pathname + url.search);
      const encoding = chooseEncoding(context.req.header("accept-encoding"));
      const shared = isShared ? await find(seen, visitor, encoding, changesBefore) : null;
      if (!shared) return respondWithPage(request, visitor);
      if (shared.scriptHashes !== null) context.set("scriptHashes", shared.scriptHashes);
      context.set("isEncoded", true);
      const { method } = request;
      const ifNoneMatch = context.req.header("if-none-match");
      return toResponse(toReadyResponse(shared.form, { method, ifNoneMatch }));
    },
  };
}

/** The choices of a stranger that their pages show. */
type Choices = Pick<Visitor, "theme" | "payments" | "province">;

function keyOf(encoding: string, { theme, payments, province }: Choices, href: string): string {
  return `${encoding} ${theme} ${payments ?? ""} ${province ?? ""} ${href}`;
}

/** Cookies that choose among shared pages, or that no page reads. */
const HARMLESS_COOKIES: ReadonlySet<string> = new Set<CookieName | `__Host-${CookieName}`>([
  "theme",
  "__Host-theme",
  "payments",
  "__Host-payments",
  "province",
  "__Host-province",
  "language",
  "source",
  "__Host-source",
]);

const VISITOR_COOKIE = /^(__Host-)?visitor$/;

function mayBeShared({ method }: Request, url: URL): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    url.href.length <= LONGEST_ADDRESS &&
    // A path that begins with two slashes would be another site's address; no such page exists.
    !url.pathname.startsWith("//") &&
    isSharedPage(url.pathname)
  );
}

/**
 * Whether no page could recognize the visitor by the request: it has no such cookie, or one of
 * which nothing is stored.
 */
async function isStranger(
  headers: Headers,
  visitor: Visitor,
  findStoredData: (visitorHash: string) => Promise<StoredData>,
): Promise<boolean> {
  const heeded = listHeededCookies(headers.get("cookie"));
  if (heeded.length === 0) return true;
  if (!heeded.every((name) => VISITOR_COOKIE.test(name))) return false;
  const storedData = await findStoredData(visitor.visitorHash);
  // Stored here, so that rendering the visitor's own page need not query it again.
  visitor.hasSent = storedData.sent;
  visitor.hasDraft = storedData.begun;
  return !storedData.any;
}

/** The names of the cookies that a page might read. */
export function listHeededCookies(cookie: string | null | undefined): string[] {
  return (cookie?.split(/;\s*/) ?? [])
    .map((each) => each.split("=", 1)[0] ?? "")
    .filter((name) => !HARMLESS_COOKIES.has(name));
}

/**
 * Stands for the nonce in our own scripts while rendering; the policy of a shared page has no
 * nonce.
 */
const MARK = "shared";

/** Returns null if the response cannot be shared: the car is gone, or the address redirects. */
async function render(
  respondWithPage: RespondWithPage,
  url: URL,
  { locale, origin, theme, payments, province }: Visitor,
): Promise<SharedPage | null> {
  const stranger: Visitor = {
    visitorHash: createHash("sha256").update("nobody").digest("hex"),
    isNew: true,
    locale,
    ipAddress: "",
    origin,
    nonce: MARK,
    theme,
    payments,
    province,
    user: null,
    sessionId: null,
  };
  const response = await respondWithPage(
    new Request(url, { headers: { accept: "text/html" } }),
    stranger,
  );
  const isStored = response.status === 200 && !response.headers.has("set-cookie");
  if (!isStored) {
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

/** Nearly as small as at the best quality, in a twentieth of the time. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

const DECODERS: ReadonlyMap<string, (bytes: Uint8Array) => Promise<Buffer>> = new Map([
  ["br", promisify(brotliDecompress)],
  ["gzip", promisify(gunzip)],
  ["identity", async (bytes) => Buffer.from(bytes)],
]);

async function encode(page: SharedPage | null, encoding: string): Promise<SharedForm | null> {
  if (!page) return null;
  const { html, headers, etag, scriptHashes } = page;
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
  return { form, scriptHashes };
}

/** The page as it was rendered, decompressed. */
async function decode(shared: SharedForm | null, encoding: string): Promise<SharedPage | null> {
  const html = shared && (await DECODERS.get(encoding)?.(shared.form.bytes));
  if (!html) return null;
  const { form, scriptHashes } = shared;
  return { html, headers: form.unchangedHeaders, scriptHashes, etag: form.etag ?? "" };
}
