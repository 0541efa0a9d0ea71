import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { visitorContext } from "#platform/request/visitor.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { defineCustomServerStrategy } from "#messages/runtime.js";
import { paraglideMiddleware } from "#messages/server.js";
import { localeOfPath } from "#ui/locale-href.ts";

defineCustomServerStrategy("custom-address", {
  getLocale: (request) => (request ? localeOfPath(new URL(request.url).pathname) : undefined),
});

const handlePage = createRequestHandler(build, import.meta.env.MODE);

/** Answers a page's request, in the language of its address. */
export async function respondWithPage(request: Request, visitor: Visitor): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(visitorContext, visitor);
  const asSeen = requestAsSeen(request, visitor.origin);
  return paraglideMiddleware(asSeen, () => handlePage(asSeen, context));
}

/** The same request under the public origin, which React Router compares with the Origin header. */
function requestAsSeen(request: Request, origin: string): Request {
  const url = new URL(request.url);
  const seen = new URL(url.pathname + url.search, origin);
  return seen.href === url.href ? request : new Request(seen, request);
}
