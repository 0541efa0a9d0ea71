import type { IncomingMessage, ServerResponse } from "node:http";
import type { ListingView } from "#domain/listing/view-count.server.ts";
import { databaseAwaySince } from "#platform/database/database-watch.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { ProxyTrust } from "#platform/request/proxy-trust.ts";
import type { BuiltFiles } from "./built-files.ts";
import { hasBody } from "./connections.ts";
import { chooseLanguage, OPEN_LANGUAGE_VARY } from "./first-language.ts";
import { cameFromElsewhere } from "./lead-source.ts";
import { readForwarded } from "./forwarded.ts";
import { toReadyResponse, type ReadyForm } from "./ready-response.ts";
import { allowedScripts, POLICY, type SecurityHeaders } from "./security-headers.ts";
import type { SharedCalls } from "./shared-calls.ts";
import { listHeededCookies, type SharedPages } from "./shared-pages.ts";
import { readPayments, readProvince, readTheme } from "./visitor.ts";

/** Returns true if it responded; false leaves the request to the full handling. */
export type SendStatic = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

type Options = {
  origin: { isTrustedProxy: ProxyTrust; siteUrl?: string };
  security: SecurityHeaders;
  files: Pick<BuiltFiles, "findReady"> | null;
  pages: Pick<SharedPages, "findReady"> | null;
  calls: Pick<SharedCalls, "findReady"> | null;
  countView(view: ListingView): void;
};

type Found = {
  form: ReadyForm;
  scripts: string | null;
  /** Adds to the Vary header of the form. */
  vary?: string;
  /** Set if this is a listing's page or its data. */
  listingId?: string;
};

/**
 * Sends static responses (a file of the build, a shared page, a cached response of a call) before
 * Node's request is converted for Hono and passes the full handling (app.ts), which costs several
 * times as much. The response is the same, header by header and byte by byte
 * (static-responses.test.ts). Everything unusual is left to the full handling: a body, a refused
 * origin, a member, a redirect, a range, a database that is away.
 */
export function staticResponses(options: Options): SendStatic {
  const { origin, security, files, pages, calls, countView } = options;
  const inClear = security.fixed(false).flat();
  const secure = security.fixed(true).flat();

  const find = (incoming: IncomingMessage, siteOrigin: string): Found | null => {
    const { url = "", headers } = incoming;
    const [path = ""] = url.split("?", 1);
    const acceptEncoding = readHeader(headers, "accept-encoding");
    const file = headers.range === undefined && files?.findReady(path, acceptEncoding);
    if (file) return { form: file, scripts: null };
    if (databaseAwaySince() !== null) return null;
    const { cookie, referer } = headers;
    if (cookie !== undefined && listHeededCookies(cookie).length > 0) return null;
    // The full handling notes where they came from.
    if (cameFromElsewhere({ url, referer, cookie, origin: siteOrigin })) return null;
    const page = findCall(incoming, acceptEncoding) ?? findPage(incoming, siteOrigin);
    if (!page) return null;
    const acceptLanguage = headers["accept-language"];
    const language = chooseLanguage({ path, origin: siteOrigin, referer, cookie, acceptLanguage });
    if (language.isLedAway || language.chosen !== null) return null;
    const [, listingId] = LISTING_PAGE.exec(path) ?? [];
    return {
      form: page.form,
      scripts: allowedScripts(path, page.scriptHashes),
      ...(language.isOpen ? { vary: OPEN_LANGUAGE_VARY } : {}),
      ...(listingId === undefined ? {} : { listingId }),
    };
  };

  const findCall = ({ method, url = "", headers }: IncomingMessage, acceptEncoding?: string) => {
    const isOpen = method === "GET" && headers.authorization === undefined;
    const form = isOpen ? calls?.findReady({ path: url, acceptEncoding }) : undefined;
    return form && { form, scriptHashes: null };
  };

  const findPage = ({ url = "", headers }: IncomingMessage, siteOrigin: string) => {
    // At the addresses of some pages, a request that accepts JSON is for a call.
    if (headers.accept?.includes("json")) return null;
    return pages?.findReady({
      theme: readTheme(headers.cookie, siteOrigin),
      payments: readPayments(headers.cookie, siteOrigin),
      province: readProvince(headers.cookie, siteOrigin),
      href: siteOrigin + url,
      acceptEncoding: readHeader(headers, "accept-encoding"),
    });
  };

  const result: SendStatic = (incoming, outgoing) => {
    const { method = "", headers, socket } = incoming;
    if (!isPlainRequest(incoming)) return false;
    const reader = { get: (name: string) => readHeader(headers, name) ?? null };
    const forwarded = readForwarded(reader, socket.remoteAddress ?? "", origin);
    if ("status" in forwarded) return false;
    const found = find(incoming, forwarded.origin);
    if (!found) return false;
    const { form, scripts, vary, listingId } = found;
    const ready = toReadyResponse(form, { method, ifNoneMatch: headers["if-none-match"] });
    const isHttps = forwarded.origin.startsWith("https:");
    const written = [...(isHttps ? secure : inClear), POLICY, security.policy(isHttps, scripts)];
    for (const name in ready.headers) {
      const value = ready.headers[name] ?? "";
      written.push(name, vary && name === "vary" ? `${value}, ${vary}` : value);
    }
    outgoing.writeHead(ready.status, written);
    outgoing.end(ready.body ?? undefined);
    if (listingId !== undefined) countView({ listingId, userId: null, headers: reader });
    return true;
  };

  return (incoming, outgoing) => {
    try {
      return result(incoming, outgoing);
    } catch (error) {
      // Nothing else would catch the error, and the process would end.
      log.error("early answer failed", { error: loggableError(error) });
      if (!outgoing.headersSent) return false;
      outgoing.destroy();
      return true;
    }
  };
}

/** A listing's page, or the data that the router fetches for it. */
const LISTING_PAGE = /^(?:\/fr)?\/details\/([^/]+?)(?:\.data)?$/;

/**
 * A GET or HEAD without a body that has every header only once: the full handling decides how
 * repeated headers are joined.
 */
function isPlainRequest(incoming: IncomingMessage): boolean {
  const { method, headers, rawHeaders } = incoming;
  return (
    (method === "GET" || method === "HEAD") &&
    !hasBody(incoming) &&
    Object.keys(headers).length * 2 === rawHeaders.length
  );
}

function readHeader(headers: IncomingMessage["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
