import { isRouteErrorResponse, Outlet } from "react-router";
import type { Route } from "./+types/dealer-layout.page.ts";
import { countBidsToAnswer } from "#domain/bid/seller-listings.server.ts";
import { may } from "#domain/identity/permission.ts";
import { countWaiting } from "#domain/inquiry/inquiry-queries.server.ts";
import { countWaitingLeads } from "#domain/lead/dealer-leads.server.ts";
import { countUnansweredRequests } from "#domain/sell-request/dealer-requests.server.ts";
import { m } from "#messages/messages.js";
import { ErrorPage, speakableText } from "#pages/public/layout/error-page.tsx";
import { requireMember, requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { DeskRail, DeskTopBar } from "#pages/session/desk-nav.tsx";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { formatNumber } from "#values/format.ts";
import { DEALER_ICONS } from "./dealer-icons.ts";
import { viewDealerMenu, viewStaffEntry } from "./dealer-menu.server.ts";
import stylesheet from "./dealer.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requireMember(args);
  const person = { name: user.name, email: user.email };
  if (!user.dealership) {
    // Staff read the requests that dealerships answer; a dealer without a dealership is told so.
    if (!may(user, "seeDesk")) requirePermission(args, "seeLeads");
    return { person, menu: may(user, "seeLeads") ? viewStaffEntry() : [] };
  }
  requirePermission(args, "seeDesk");
  const [leads, requests, bids, messages] = await Promise.all([
    may(user, "seeDealerLeads") ? countWaitingLeads(user.dealership.id) : 0,
    may(user, "seeSellRequests") ? countUnansweredRequests(user.dealership.id) : 0,
    countBidsToAnswer(user.dealership.id),
    countWaiting(user.id),
  ]);
  const words = (count: number) => (count > 0 ? formatNumber(count, visitor.locale) : null);
  return {
    person,
    menu: viewDealerMenu(user, {
      leads: words(leads),
      requests: words(requests),
      bids: words(bids),
      messages: words(messages),
    }),
  };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.error ? m.staff_not_permitted_title() : m.desk_title(),
    isPrivate: true,
  });

/** Customers' data must be in no cache. */
export function headers() {
  return { "cache-control": "no-store" };
}

/** The frame of a dealership's desk: its own menu, without the shop's header and footer. */
export default function DealerLayoutPage({ loaderData }: Route.ComponentProps) {
  const nav = { ...loaderData, icons: DEALER_ICONS, label: m.desk_title() };
  return (
    <div className="desk-app print:block">
      <a className="skip-link print:hidden" href="#desk-main">
        {m.staff_skip()}
      </a>
      <DeskRail {...nav} />
      <div className="desk-pane print:bg-transparent print:p-0">
        <DeskTopBar {...nav} />
        <main id="desk-main" tabIndex={-1} className="mx-auto w-full max-w-5xl sm:p-6">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 403)
    return (
      <div className="desk-pane grid min-h-dvh content-start gap-6">
        <Logo />
        <main id="main" className="card">
          <div className="empty-state">
            <h1>{m.staff_not_permitted_title()}</h1>
            <p>{m.desk_not_permitted()}</p>
            <Link className="button" to={paths.dealer()}>
              {m.desk_home()}
            </Link>
          </div>
        </main>
      </div>
    );
  return (
    <main id="main">
      <ErrorPage text={speakableText(error)} />
    </main>
  );
}
