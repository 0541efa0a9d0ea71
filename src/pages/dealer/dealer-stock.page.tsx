import { Plus } from "lucide-react";
import type { Route } from "./+types/dealer-stock.page.ts";
import { listSellerListings } from "#domain/bid/seller-listings.server.ts";
import { may } from "#domain/identity/permission.ts";
import { m } from "#messages/messages.js";
import { ListingRow } from "#pages/account/my-listings/listing-row.tsx";
import { findNotice } from "#pages/account/my-listings/seller-access.server.ts";
import { requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { requireDealership } from "./desk.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const member = requirePermission(args, "seeDesk");
  const { name } = await requireDealership(member);
  return {
    name,
    mayAdd: may(member.user, "createListing"),
    listings: await listSellerListings(member.user),
    notice: findNotice(args.request.url),
  };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.desk_stock(), isPrivate: true });

/** All cars of the dealership, whoever of the team listed them. */
export default function DealerStockPage({ loaderData }: Route.ComponentProps) {
  const { name, mayAdd, listings, notice } = loaderData;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="text-page-title">{m.desk_stock()}</h1>
          <p className="muted mt-2">{m.desk_stock_text({ name })}</p>
        </div>
        {mayAdd && (
          <div className="flex flex-wrap gap-3">
            <Link to={paths.dealerStockImport()} className={buttonClass({ variant: "ghost" })}>
              {m.stock_import_title()}
            </Link>
            <Link to={paths.newListing()} className={buttonClass()}>
              <Plus className="icon" aria-hidden />
              {m.desk_stock_add()}
            </Link>
          </div>
        )}
      </div>
      <NoticeLine notice={notice} />
      {listings.length === 0 ? (
        <EmptyState title={m.desk_stock_none()}>
          <p>{m.desk_stock_none_text()}</p>
        </EmptyState>
      ) : (
        <ul className="card divide-y divide-border overflow-hidden">
          {listings.map((listing) => (
            <ListingRow key={listing.id} listing={listing} />
          ))}
        </ul>
      )}
    </div>
  );
}
