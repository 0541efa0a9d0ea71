import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { findSupposedSettings } from "#domain/setting/supposed-settings.server.ts";
import { addPreviewBar } from "#pages/staff/settings/preview-bar.server.tsx";
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

/** Only in a built site: during development, an old page must never replace a new one. */
function findWorker(): string | null {
  return import.meta.env.PROD && env().OFFLINE_PAGE ? paths.serviceWorker() : null;
}

/** Renders a page, after its loaders have run. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, user, locale } = readVisitor({ context: loadContext });
  // A signed-in user has a token, saved listings and counts, which need the script.
  const hydrate = user === null && isReadingPage(routerContext) ? "onInteraction" : "afterPaint";
  const { matches } = routerContext.staticHandlerContext;
  const { manifest, preloads } = scriptsOf(matches, manifestIn(locale, routerContext.manifest));
  const createContext = await readLoaderData({ ...routerContext, manifest });
  const isPreview = findSupposedSettings() !== null;
  const page = await renderHtml(
    () => (
      <CacheHtmlContext value={import.meta.env.PROD && !isPreview ? cacheHtml : null}>
        <ServerRouter context={createContext()} url={request.url} nonce={nonce} />
      </CacheHtmlContext>
    ),
    { nonce, onError: logFault },
  );
  headers.set("content-type", "text/html; charset=utf-8");
  const shown = isPreview ? addPreviewBar(page, locale) : page;
  const body = startScripts(shown, { nonce, hydrate, worker: findWorker(), preloads });
  return detachBody(body, { status, headers });
}

function logFault(error: unknown): void {
  // A response, not a fault; an error boundary passes it on to the one above it.
  if (isRouteErrorResponse(error)) return;
  log.error("page rendering failed", { error: loggableError(error) });
}

/** Whether the page can be read without a script; an error page in its place may need one. */
function isReadingPage({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const { matches, errors, actionData } = staticHandlerContext;
  const page = matches.at(-1)?.route.id ?? "";
  return !errors && !actionData && isOnDemand(routeModules[page]?.handle);
}

/** Thrown responses (404, 403) are not faults; their URLs must not be logged. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error) || noteStoreFault(error)) return;
  log.error("page failed", { method: request.method, error: loggableError(error) });
}
