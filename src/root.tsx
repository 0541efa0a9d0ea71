import { useEffect, useRef } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
  redirectDocument,
  useLocation,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { listSavedListingIds } from "#domain/listing/saved-listing.server.ts";
import { findCreditEstimate } from "#domain/credit-application/find-credit-estimate.server.ts";
import { getLocale } from "#messages/runtime.js";
import { RouteError } from "#pages/public/layout/error-page.tsx";
import { saveFailedPost } from "#pages/public/layout/failed-post.ts";
import { SavedListingsProvider } from "#pages/public/listing/save-listing.tsx";
import { OwnPaymentsProvider } from "#pages/public/listing/your-budget-context.tsx";
import { env } from "#platform/env/env.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { HYDRATED } from "#ui/script-on-demand.ts";
import { OfflineGuard } from "#ui/offline-guard.tsx";
import { siteStyle } from "#ui/page-style.ts";
import { site } from "#site/site.ts";
import { ToastProvider } from "#ui/toast.tsx";
import { USUAL_LOAN } from "#values/loan-choice.ts";
import { languageTag } from "#values/locale.ts";
import displayFont from "./ui/fonts/archivo.woff2?url";
import textFont from "./ui/fonts/figtree.woff2?url";
import stylesheet from "./site.css?url";
import { localeOfPath } from "#ui/locale-href.ts";

const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

export const links: Route.LinksFunction = () => [
  siteStyle(stylesheet),
  { ...font, href: displayFont },
  { ...font, href: textFont },
];

export async function loader({ context }: Route.LoaderArgs) {
  const visitor = readVisitor({ context });
  const { nonce, theme, origin, user, payments, province, loan } = visitor;
  const [listingIds, estimate] = await Promise.all([
    user ? listSavedListingIds(user.id) : [],
    findCreditEstimate(visitor),
  ]);
  return {
    nonce,
    theme,
    origin,
    isDemo: env().DEMO,
    payments: {
      estimate,
      frequency: payments ?? null,
      provinceCode: estimate?.provinceCode ?? province ?? null,
      loan: estimate?.loan ?? loan ?? USUAL_LOAN,
    },
    saver: { email: user?.email ?? null, listingIds },
  };
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }, next) => leaveForOtherLanguage(request, next),
  ({ request }, next) => saveFailedPost(request, next),
];

const MARK_BROWSER = 'document.documentElement.className=navigator.share?"can-share":""';

/** The document around every page and every error. */
export function Layout({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>("root");
  return (
    <html
      lang={languageTag[getLocale()]}
      className="no-js"
      data-theme={shell?.theme === "system" ? undefined : shell?.theme}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Vite's own name for it: the styles that it inserts into the page during development. */}
        {import.meta.env.DEV && (
          <meta property="csp-nonce" nonce={shell?.nonce} suppressHydrationWarning />
        )}
        {/* Before the first paint: what only a script can undo is never hidden without a
            script, and what this browser cannot do is not offered. */}
        <script
          nonce={shell?.nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: MARK_BROWSER }}
        />
        <Meta />
        <Links />
        <link rel="icon" href={site.icon} type="image/svg+xml" />
        {site.colours && <link {...siteStyle(site.colours)} />}
      </head>
      {/* The facts about the company, for the scripts of the page (site.ts). */}
      <body data-site={JSON.stringify(site)}>
        {children}
        <ScrollRestoration nonce={shell?.nonce} />
        <Scripts nonce={shell?.nonce} />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  // After the rendering that the parts below do when they are hydrated.
  useEffect(() => void setTimeout(() => dispatchEvent(new Event(HYDRATED))), []);
  return (
    <ToastProvider>
      <RouteFocus />
      <OfflineGuard />
      <SavedListingsProvider saver={loaderData.saver}>
        <OwnPaymentsProvider of={loaderData.payments}>
          <Outlet />
        </OwnPaymentsProvider>
      </SavedListingsProvider>
    </ToastProvider>
  );
}

/** The last error page: for an error outside of every page's layout. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main">
      <RouteError error={error} />
    </main>
  );
}

/**
 * Middleware of root in the browser. A document's script has the texts of its own language only, so
 * a page in the other language loads a new document, whatever link or redirect leads there.
 */
async function leaveForOtherLanguage<Results>(
  request: Request,
  next: () => Promise<Results>,
): Promise<Results> {
  const { href, pathname } = new URL(request.url);
  const isSame = document.documentElement.lang === languageTag[localeOfPath(pathname)];
  if (request.method === "GET" && !isSame) throw redirectDocument(href);
  return next();
}

/**
 * After a navigation inside the page the focus moves to the new page's heading, as a full load
 * would make a screen reader start at the top. The first load is left to the browser.
 */
function RouteFocus() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash) return;
    const heading =
      document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
    if (!heading) return;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}
