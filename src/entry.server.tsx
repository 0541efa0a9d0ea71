import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { env } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { noteStoreFault } from "#platform/outage/note-store-fault.server.ts";
import { detachBody } from "#platform/request/detached-body.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { CacheHtmlContext } from "#ui/cached-html.tsx";
import { isOnDemand } from "#ui/script-on-demand.ts";
import { cacheHtml } from "./cached-html.server.ts";
import { manifestIn, scriptsOf, startScripts } from "./page-scripts.server.ts";
import { readLoaderData, renderHtml } from "./render-html.server.ts";

/** Built sites only: while one works on it, an old page must never stand in for a new one. */
function findWorker(): string | null {
  return import.meta.env.PROD && env().OFFLINE_PAGE ? paths.serviceWorker() : null;
}

/** Answers with a page, once its loaders have run. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, user, locale } = readVisitor({ context: loadContext });
  // Who is signed in has a token, hearts and counts, which the script keeps.
  const hydrate = user === null && isReadingPage(routerContext) ? "onInteraction" : "afterPaint";
  const { matches } = routerContext.staticHandlerContext;
  const { manifest, preloads } = scriptsOf(matches, manifestIn(locale, routerContext.manifest));
  const createContext = await readLoaderData({ ...routerContext, manifest });
  const page = await renderHtml(
    () => (
      <CacheHtmlContext value={import.meta.env.PROD ? cacheHtml : null}>
        <ServerRouter context={createContext()} url={request.url} nonce={nonce} />
      </CacheHtmlContext>
    ),
    { nonce, onError: logFault },
  );
  headers.set("content-type", "text/html; charset=utf-8");
  const body = startScripts(page, { nonce, hydrate, worker: findWorker(), preloads });
  return detachBody(body, { status, headers });
}

function logFault(error: unknown): void {
  // An answer, not a fault, which a boundary hands on to the one above it.
  if (isRouteErrorResponse(error)) return;
  log.error("page rendering failed", { error: loggableError(error) });
}

/** Whether a page is shown that needs no script to be read; an error in its place may. */
function isReadingPage({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const { matches, errors, actionData } = staticHandlerContext;
  const page = matches.at(-1)?.route.id ?? "";
  return !errors && !actionData && isOnDemand(routeModules[page]?.handle);
}

/** Thrown responses (404, 403) are answers, not faults; their URLs stay out of the log. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error) || noteStoreFault(error)) return;
  log.error("page failed", { method: request.method, error: loggableError(error) });
}
