import { MessageCircle } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Outlet } from "react-router";
import type { Route } from "./+types/layout.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { hasCarried } from "#ui/before-leaving.ts";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { NavLink } from "#ui/link.tsx";
import { pathWithoutLocale } from "#ui/locale-href.ts";
import { RouteError } from "./error-page.tsx";
import { Footer } from "./footer.tsx";
import { HeaderWithMenu } from "./header.tsx";
import { type LayoutData, loadLayout } from "./layout.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  return loadLayout(context);
}

/** The layout of every public page: header, page and footer. */
export default function LayoutPage({ loaderData }: Route.ComponentProps) {
  return (
    <Frame layout={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** A page's error is shown between the same header and footer, so that people can go on from it. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame layout={loaderData}>
      <RouteError error={error} />
    </Frame>
  );
}

/**
 * The layout around every page. Without the loader's data (if it failed) only the plain parts are
 * shown.
 */
function Frame({ layout, children }: { layout: LayoutData | undefined; children: ReactNode }) {
  useEffect(() => {
    if (!hasCarried()) return;
    void import("#ui/carry-typing.ts").then(({ restoreTyping }) =>
      restoreTyping(pathWithoutLocale(location.pathname)),
    );
  }, []);
  return (
    <>
      <a className="skip-link print:hidden" href="#main">
        {m.layout_skip()}
      </a>
      <HeaderWithMenu user={layout?.user ?? null} />
      <main id="main" tabIndex={-1}>
        <HydrationBoundary>{children}</HydrationBoundary>
      </main>
      <HydrationBoundary>
        <Footer layout={layout} />
      </HydrationBoundary>
      {layout && <BottomBar chatNumber={layout.chatNumber} />}
    </>
  );
}

/**
 * The bottom edge of a small window: the main links, or what the page puts there (`page-bar`), and
 * the chat button; in a wide window only the chat button. That is a plain link to the messaging
 * app: nothing of the app is loaded before a press.
 */
function BottomBar({ chatNumber }: { chatNumber: string }) {
  return (
    <div className="site-bar">
      <nav className="site-bar__links" aria-label={m.layout_bar()}>
        <NavLink to={paths.cars()}>{m.layout_cars()}</NavLink>
        {isOffered("sell_car") && <NavLink to={paths.sellCar()}>{m.layout_bar_sell()}</NavLink>}
        {isOffered("pre_approval") && (
          <NavLink to={paths.preApproval()}>{m.layout_bar_finance()}</NavLink>
        )}
      </nav>
      <aside aria-label={m.layout_chat_region()}>
        <a
          className="chat-button"
          href={`https://wa.me/${chatNumber}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.layout_chat()}
        >
          <MessageCircle className="icon size-6" aria-hidden />
        </a>
      </aside>
    </div>
  );
}
