import type { Route } from "./+types/dealer-home.page.ts";
import { countBidsToAnswer, countSellerListings } from "#domain/bid/seller-listings.server.ts";
import { may } from "#domain/identity/permission.ts";
import { countWaiting } from "#domain/inquiry/inquiry-queries.server.ts";
import { countDealerLeads } from "#domain/lead/dealer-leads.server.ts";
import { countUnansweredRequests } from "#domain/sell-request/dealer-requests.server.ts";
import { findDealerTerms } from "#domain/terms/accept-terms.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatNumber } from "#values/format.ts";
import { requireDealership } from "./desk.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const member = requirePermission(args, "seeDesk");
  const { user } = member;
  const dealership = await requireDealership(member);
  const [leads, requests, bids, messages, listings, terms] = await Promise.all([
    may(user, "seeDealerLeads") ? countDealerLeads(dealership.id) : null,
    may(user, "seeSellRequests") ? countUnansweredRequests(dealership.id) : null,
    countBidsToAnswer(dealership.id),
    countWaiting(user.id),
    countSellerListings(user),
    findDealerTerms(dealership.id),
  ]);
  return {
    name: dealership.name,
    owesTerms: !terms.isAccepted,
    counts: { leads, requests, bids, messages, listings },
  };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.desk_home(), isPrivate: true });

/** What waits for the dealership, and where it is. */
export default function DealerHomePage({ loaderData }: Route.ComponentProps) {
  const { name, owesTerms, counts } = loaderData;
  const tiles = [
    { count: counts.leads, text: m.desk_home_leads(), to: paths.dealerLeads() },
    { count: counts.requests, text: m.desk_home_requests(), to: paths.dealerRequests() },
    { count: counts.bids, text: m.desk_home_bids(), to: paths.dealerStock() },
    { count: counts.messages, text: m.desk_home_messages(), to: paths.messages() },
    { count: counts.listings, text: m.desk_home_listings(), to: paths.dealerStock() },
  ];
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-page-title wrap-anywhere">{name}</h1>
        <p className="muted mt-2">{m.desk_home_text()}</p>
      </div>
      {owesTerms && (
        <p className="notice block">
          {m.terms_dealer_ask({ name: site.name })}{" "}
          <Link to={paths.acceptDealerTerms()}>{m.terms_dealer_read()}</Link>
        </p>
      )}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {tiles.map(
          ({ count, text, to }) =>
            count !== null && (
              <li key={text} className="card relative p-4 hover:bg-muted sm:p-6">
                <b className="figures block text-page-title">{formatNumber(count, getLocale())}</b>
                <Link to={to} className="after:absolute after:inset-0">
                  {text}
                </Link>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
