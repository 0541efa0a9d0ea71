import type { SellerListing } from "#domain/bid/seller-listings.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { formatCarName } from "#values/car-name.ts";
import { formatKm, formatNumber } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { findDisplayState, ListingCover, ListingStateChip } from "./listing-state-chip.tsx";

/** One listing of a seller's list: the car, its numbers, and what waits for an answer. */
export function ListingRow({ listing }: { listing: SellerListing }) {
  const locale = getLocale();
  const { views, saves, bids, highestBidCad, bidsToAnswer } = listing;
  const numbers = [
    [m.seller_views(), formatNumber(views, locale)],
    [m.seller_saves(), formatNumber(saves, locale)],
    [m.seller_bids(), formatNumber(bids, locale)],
  ] as const;
  return (
    <li className="relative grid grid-cols-[96px_1fr] items-center gap-x-4 gap-y-3 p-4 hover:bg-muted sm:grid-cols-[112px_1fr_auto] sm:px-5 xl:grid-cols-[112px_1fr_auto_104px]">
      <ListingCover listing={listing} sizes="112px" />
      <div className="min-w-0">
        <h3 className="text-lead leading-tight">
          <Link
            to={paths.sellerListing(listing.id)}
            className="no-underline after:absolute after:inset-0"
          >
            {formatCarName(listing)}
          </Link>
        </h3>
        <p className="small muted figures">
          <b className="text-foreground">{formatCad(listing.priceCad, locale)}</b> ·{" "}
          {formatKm(listing.odometerKm, locale)}
        </p>
        {highestBidCad !== null && (
          <p className="small muted figures">
            {m.seller_highest_bid()} {formatCad(highestBidCad, locale)}
          </p>
        )}
      </div>
      <dl className="col-span-2 flex gap-5 sm:col-span-1">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt className="fine-print muted">{name}</dt>
            <dd className="figures font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="col-span-2 sm:col-span-3 xl:col-span-1">
        <ListingStateChip state={findDisplayState(listing)} />
        {bidsToAnswer > 0 && (
          <Link
            to={`${paths.sellerListing(listing.id)}#bids`}
            className="chip chip--warn relative ml-2 xl:ml-0 xl:mt-2"
          >
            {bidsToAnswer === 1
              ? m.seller_bid_to_answer()
              : m.seller_bids_to_answer({ count: bidsToAnswer })}
          </Link>
        )}
      </div>
    </li>
  );
}
