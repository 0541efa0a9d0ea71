import { resolve } from "node:path";
import type { RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { routePath } from "hono/route";
import {
  isListingPhotosPath,
  isPhotoUploadPath,
  LISTING_PHOTOS_MAX_BYTES,
} from "#pages/photos/photo-limits.ts";
import { healthCalls, siteCalls } from "#api/calls.ts";
import { accentFiles, drawnPictures, uploadedFiles } from "#api/files.api.ts";
import { formPostAddresses } from "#api/form-post.api.ts";
import { crawlerFiles } from "#api/crawlers.api.ts";
import { INBOUND_EMAIL_PATH, inboundEmail } from "#api/inbound-email.api.ts";
import { sitemaps } from "#api/sitemap.api.ts";
import { isStockImportPath } from "#domain/stock-feed/stock-import-path.ts";
import { STOCK_FILE_LIMITS } from "#packages/stock-file";
import { callRoutes, COMPRESSED_FROM_BYTES } from "#api/serve-calls.server.ts";
import { INBOUND_MAX_BYTES } from "#domain/inbound-email/inbound-email.ts";
import type { ListingView } from "#domain/listing/view-count.server.ts";
import { env } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { noteStoreFault } from "#platform/outage/note-store-fault.server.ts";
import type { PictureStore } from "#platform/pictures/picture-store.server.ts";
import { bodyOf } from "#platform/request/detached-body.server.ts";
import { PHOTO_MAX_BYTES } from "#platform/storage/clean-photo.server.ts";
import { builtFiles } from "./built-files.ts";
import { type SendStatic, staticResponses } from "./static-responses.ts";
import { chooseQuickEncoding, compressQuickly } from "./content-encoding.ts";
import { chooseFirstLanguage } from "./first-language.ts";
import { readOrigin } from "./forwarded.ts";
import { offlineFiles } from "./offline.tsx";
import { originCheck } from "./origin-check.ts";
import { handleOutages } from "./outage.tsx";
import { readFromReplicas } from "./read-replicas.ts";
import { rememberSource } from "./lead-source.ts";
import { markWriters } from "./recent-writers.ts";
import { recordRefusals } from "./record-refusals.ts";
import { chooseSecurityHeaders, FIRST_HEADERS, securityHeaders } from "./security-headers.ts";
import { shareCalls } from "./shared-calls.ts";
import { type RespondWithPage, sharePages } from "./shared-pages.ts";
import { handleSignedOut } from "./signed-out.tsx";
import { identifyVisitor, type ServerEnv } from "./visitor.ts";
import type { StoredData } from "./stored-visitor-data.ts";

export type AppOptions = {
  projectRoot: string;
  /** In development Vite serves the files itself. */
  isBuilt: boolean;
  pictures: PictureStore;
  /** Responds to every request that is neither for a file nor a call. */
  respondWithPage: RespondWithPage;
  /** Called when a listing's page was opened. */
  countView(view: ListingView): void;
  /** Only if pages are shared: registers a callback for every change of what the pages show. */
  onPagesChanged?(empty: () => void): void;
  /**
   * Reads what is stored of a browser; if this is absent, every browser with a visitor cookie gets
   * pages of its own.
   */
  findStoredData?(visitorHash: string): Promise<StoredData>;
};

export type App = {
  /** The full handling of a request, through all middleware. */
  fetch: Hono<ServerEnv>["fetch"];
  /** Returns true if it sent a static response. */
  sendStatic: SendStatic;
};

/** The whole site, with its parts in the order in which a request passes them. */
export function createApp(options: AppOptions): App {
  const { SITE_URL: siteUrl, TRUST_PROXY, REVIEWS_WIDGET_URL, OFFLINE_PAGE } = env();
  const { DATABASE_READ_URLS } = env();
  const { projectRoot, isBuilt, pictures, respondWithPage } = options;
  const reviewsWidgetOrigin = REVIEWS_WIDGET_URL && new URL(REVIEWS_WIDGET_URL).origin;
  const app = new Hono<ServerEnv>();
  const origin = { isTrustedProxy: TRUST_PROXY, siteUrl };
  const security = chooseSecurityHeaders({ isBuilt, reviewsWidgetOrigin });
  const files = isBuilt ? builtFiles(resolve(projectRoot, "build/client")) : null;
  const emptied: (() => void)[] = [];
  const onChange = (empty: () => void) => void emptied.push(empty);
  const isSharing = options.onPagesChanged !== undefined;
  const findStoredData =
    options.findStoredData ?? (async () => ({ any: true, sent: true, begun: true }));
  const pages = isSharing ? sharePages(respondWithPage, onChange, findStoredData) : null;
  const calls = isSharing ? shareCalls(onChange) : null;
  options.onPagesChanged?.(() => emptied.forEach((empty) => empty()));

  app.use(securityHeaders(security));
  app.route("/", callRoutes(healthCalls));
  app.use(dropUnreadBody);
  app.use(readOrigin(origin));
  if (files) app.use(files.serve);
  app.use(compressResponses);
  app.route("/", drawnPictures(pictures));
  app.route("/", accentFiles);
  app.route("/", uploadedFiles);
  app.route("/", crawlerFiles);
  app.route("/", sitemaps);
  if (isBuilt) app.route("/", offlineFiles(OFFLINE_PAGE));
  app.use(originCheck);
  app.use(limitBody);
  app.use(chooseFirstLanguage);
  app.use(handleOutages);
  app.use(identifyVisitor);
  app.use(markWriters);
  app.use(rememberSource);
  if (DATABASE_READ_URLS.length > 0) app.use(readFromReplicas);
  app.use(recordRefusals);
  app.use(handleSignedOut);
  if (calls) app.use(calls.cacheResponse);
  app.route("/", callRoutes(siteCalls));
  app.route("/", formPostAddresses);
  app.route("/", inboundEmail);
  app.on("GET", ["/details/:id", "/fr/details/:id"], countViews(options.countView));
  app.on(
    PAGE_METHODS,
    "*",
    pages?.respond ?? ((context) => respondWithPage(context.req.raw, context.get("visitor"))),
  );
  app.all("*", (context) =>
    context.json({ error: "method_not_allowed" }, 405, { allow: PAGE_METHODS.join(", ") }),
  );

  app.onError((error, context) => {
    if (!noteStoreFault(error))
      log.error("request failed", {
        method: context.req.method,
        route: routePath(context),
        error: loggableError(error),
      });
    return context.json({ result: "error", error: "unexpected" }, 500);
  });
  const { countView } = options;
  const sendStatic = staticResponses({ origin, security, files, pages, calls, countView });
  return { fetch: app.fetch, sendStatic: sendStatic };
}

/** The request listener for Node's server. */
export function listenerOf({ fetch, sendStatic }: App): RequestListener {
  const goTheWholeWay = getRequestListener(fetch);
  return (incoming, outgoing) => {
    if (sendStatic(incoming, outgoing)) return;
    for (const [name, value] of FIRST_HEADERS) outgoing.setHeader(name, value);
    void goTheWholeWay(incoming, outgoing);
  };
}

/** Statuses without a body: RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

const compressPlain = compress({ threshold: COMPRESSED_FROM_BYTES });

/**
 * Compresses every response that is not compressed yet; calls, files and shared pages compress
 * their own. A page for one visitor is complete when it arrives here, and is compressed in one
 * synchronous step: as a stream that took longer than all of the page's queries.
 */
const compressResponses: MiddlewareHandler<ServerEnv> = async (context, next) => {
  await next();
  if (context.get("isEncoded")) return;
  const { headers, status } = context.res;
  const isPage =
    /^text\/(html|x-script)\b/.test(headers.get("content-type") ?? "") &&
    !BODILESS.has(status) &&
    !headers.has("content-encoding");
  if (!isPage || context.req.method === "HEAD") return compressPlain(context, async () => {});
  headers.append("vary", "Accept-Encoding");
  const encoding = chooseQuickEncoding(context.req.header("accept-encoding"));
  if (!encoding) return;
  const bytes = bodyOf(context.res) ?? new Uint8Array(await context.res.arrayBuffer());
  headers.set("content-encoding", encoding);
  const body = compressQuickly(bytes, encoding);
  // Emptied first: Hono would copy the headers of the old response once more.
  context.res = undefined;
  context.res = new Response(body, { status, headers });
};

/** If more of a refused body is left, it is not read just to keep the connection open. */
const MOST_DROPPED_BYTES = 1024 * 1024;
const DROP_TIMEOUT_MS = 2_000;

/**
 * A body that was refused unread is still being received, and the next request on the connection
 * waits behind it. The rest is read and dropped, within limits; beyond them the connection closes
 * after this response.
 */
const dropUnreadBody: MiddlewareHandler<ServerEnv> = async (context, next) => {
  await next();
  const { incoming } = context.env;
  if (!incoming.complete && !(await dropBody(context.req.raw)))
    context.header("connection", "close");
};

/** Returns false if more than the limit is left, or if it does not arrive in time. */
async function dropBody(request: Request): Promise<boolean> {
  const { body, headers } = request;
  if (!body || body.locked) return false;
  if (Number(headers.get("content-length") ?? 0) > MOST_DROPPED_BYTES) return false;
  const reader = body.getReader();
  const timeout = new AbortController();
  const tooLate = pause(DROP_TIMEOUT_MS, "late", { signal: timeout.signal }).catch(() => "late");
  try {
    for (let droppedBytes = 0; droppedBytes <= MOST_DROPPED_BYTES;) {
      const chunk = await Promise.race([reader.read(), tooLate]);
      if (typeof chunk === "string") return false;
      if (chunk.done) return true;
      droppedBytes += chunk.value.length;
    }
    return false;
  } catch {
    return false;
  } finally {
    timeout.abort();
  }
}

const PAGE_METHODS = ["GET", "HEAD", "POST"];

/** Counts a visit that got the page or the data that the router fetches for it. */
function countViews(countView: AppOptions["countView"]): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    await next();
    if (context.res.status !== 200 && context.res.status !== 304) return;
    const [listingId = ""] = (context.req.param("id") ?? "").split(".data");
    const userId = context.get("visitor").user?.id ?? null;
    countView({ listingId, userId, headers: context.req.raw.headers });
  };
}

/** A url-encoded form with the longest value in every answer stays well below this. */
const FORM_BODY_MAX_BYTES = 512 * 1024;
/** The largest photo that we accept, with the form around it. */
const PHOTO_BODY_MAX_BYTES = PHOTO_MAX_BYTES + 64 * 1024;
/** The largest list of cars that a dealership uploads, in the same way. */
const STOCK_BODY_MAX_BYTES = STOCK_FILE_LIMITS.bytes + 64 * 1024;

/**
 * The largest body that a path accepts. Only the pages that upload files accept more: in both
 * languages, posted by a browser or by the router's own fetch.
 */
function bodyMaxBytes(path: string): number {
  if (/^(\/fr)?\/(account\/photo|staff\/settings|documents\/[\w-]{43})(\.data)?$/.test(path)) {
    return PHOTO_BODY_MAX_BYTES;
  }
  if (isStockImportPath(path)) return STOCK_BODY_MAX_BYTES;
  if (path === INBOUND_EMAIL_PATH) return INBOUND_MAX_BYTES;
  if (isPhotoUploadPath(path)) return PHOTO_BODY_MAX_BYTES;
  return isListingPhotosPath(path) ? LISTING_PHOTOS_MAX_BYTES : FORM_BODY_MAX_BYTES;
}

const limitBody: MiddlewareHandler<ServerEnv> = (context, next) => {
  const { path } = context.req;
  const { headers } = context.env.incoming;
  const maxSize = bodyMaxBytes(path);
  // If the length is given, Node reads no more than that. Access to the body would turn it into a
  // stream.
  const lengthBytes = Number(headers["content-length"] ?? 0);
  if (headers["transfer-encoding"] === undefined && lengthBytes <= maxSize) return next();
  return bodyLimit({
    maxSize,
    // The upload page explains what was too large; no page of ours sends other posts of that size.
    onError: () =>
      isListingPhotosPath(path) && !isPhotoUploadPath(path)
        ? context.redirect(`${path.replace(/\.data$/, "")}?failed=too_much`, 303)
        : context.json({ result: "error", error: "too_large" }, 413),
  })(context, next);
};
