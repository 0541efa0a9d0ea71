import { MessageCircle } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Outlet } from "react-router";
import type { Route } from "./+types/layout.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
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

/** Header, page and footer of everything that visitors see. */
export default function LayoutPage({ loaderData }: Route.ComponentProps) {
  return (
    <Frame layout={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** A page's error stands between the same header and footer: nobody is locked in. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame layout={loaderData}>
      <RouteError error={error} />
    </Frame>
  );
}

/** What surrounds every page. Without the loader's data (its own failure) the plain parts remain. */
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
 * The lower edge of a small window: where people go most, or what the page puts there (`page-bar`), and
 * the chat button; of a wide one the chat button alone. That is a plain link to the messaging app:
 * nothing of the app loads before a press.
 */
function BottomBar({ chatNumber }: { chatNumber: string }) {
  return (
    <div className="site-bar">
      <nav className="site-bar__links" aria-label={m.layout_bar()}>
        <NavLink to={paths.cars()}>{m.layout_cars()}</NavLink>
        <NavLink to={paths.sellCar()}>{m.layout_bar_sell()}</NavLink>
        <NavLink to={paths.preApproval()}>{m.layout_bar_finance()}</NavLink>
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
