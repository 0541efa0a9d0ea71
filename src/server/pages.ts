import { RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { readSiteFacts } from "#domain/setting/site-facts.server.ts";
import { findSupposedSettings, supposeSettings } from "#domain/setting/supposed-settings.server.ts";
import { readPreview } from "#pages/staff/settings/preview-cookie.server.ts";
import { reattachBody } from "#platform/request/detached-body.server.ts";
import { visitorContext } from "#platform/request/visitor.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { paraglideMiddleware } from "#messages/server.js";
import { hrefIn, localeOfPath } from "#ui/locale-href.ts";
import { isStorableAddress } from "#values/storable-text.ts";
import { limitPageCaching } from "./page-caching.ts";
import { pageHandlers } from "./page-handlers.ts";

const handlerOf = pageHandlers(build, import.meta.env.MODE);

/** Responds to a request for a page, in the language of its address. */
export async function respondWithPage(request: Request, visitor: Visitor): Promise<Response> {
  await readSiteFacts();
  const drafted = await readPreview(request, visitor);
  return drafted
    ? supposeSettings(drafted, () => respond(request, visitor))
    : respond(request, visitor);
}

async function respond(request: Request, visitor: Visitor): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(visitorContext, visitor);
  const asSeen = requestAsSeen(request, visitor.origin);
  const { pathname } = new URL(asSeen.url);
  const handle = handlerOf(pathname);
  const response = reattachBody(await paraglideMiddleware(asSeen, () => handle(asSeen, context)));
  if (findSupposedSettings()) response.headers.set("cache-control", "private, no-store");
  return limitPageCaching(response, { pathname, isSignedIn: visitor.user !== null });
}

/**
 * The same request under the public origin, since React Router compares its URL with the Origin
 * header.
 */
function requestAsSeen(request: Request, origin: string): Request {
  const { href, pathname, search } = new URL(request.url);
  const path = hasPage(pathname, search) ? pathname + search : missingPagePath(pathname);
  // Not resolved against the origin: `//other.example` would become an address of another site.
  const seen = new URL(origin + path);
  return seen.href === href ? request : new Request(seen, request);
}

/**
 * False for three kinds of address that no page of ours has: with a NUL, which the database cannot
 * store; beginning with two slashes, which relative links would take for a host; and with bytes
 * that are no UTF-8, which React Router would write into the log, perhaps with the secret of a
 * password reset before them.
 */
function hasPage(pathname: string, search: string): boolean {
  return isStorableAddress(pathname, search) && !/^(?:\/fr)?\/\//.test(pathname);
}

/** An address without a page, in the same language and for the same kind of response. */
function missingPagePath(pathname: string): string {
  return hrefIn("/404", localeOfPath(pathname)) + (pathname.endsWith(".data") ? ".data" : "");
}
