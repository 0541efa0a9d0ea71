import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatNumber } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { ListingNumbers } from "#domain/bid/seller-listings.server.ts";

/** How many people looked, kept and bid. */
export function ListingNumbersRow({ numbers }: { numbers: ListingNumbers }) {
  const locale = getLocale();
  const { views, saves, bids, highestBidCad } = numbers;
  const tiles = [
    [m.seller_views(), formatNumber(views, locale)],
    [m.seller_saves(), formatNumber(saves, locale)],
    [m.seller_bids(), formatNumber(bids, locale)],
    [
      m.seller_highest_bid(),
      highestBidCad === null ? m.seller_no_bid() : formatCad(highestBidCad, locale),
    ],
  ] as const;
  return (
    <dl className="mb-6 grid grid-cols-2 gap-3 md:grid-cols-4">
      {tiles.map(([name, value]) => (
        <div key={name} className="card p-4">
          <dt className="small muted">{name}</dt>
          <dd className="num font-display text-[20px] font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
