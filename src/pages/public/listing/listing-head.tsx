import { BadgeCheck } from "lucide-react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatDate, formatKm } from "#values/format.ts";
import { bodyTypeLabel } from "#values/vehicle-label.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";

/** Chips, name, and when it was posted where. */
export function ListingHead({ listing }: { listing: ListingDetails }) {
  const locale = getLocale();
  const place = m.listing_place({ city: listing.city, province: listing.provinceCode });
  return (
    <>
      <div className="row flex-wrap gap-2">
        <span className="chip">{listing.make}</span>
        <span className="chip">{bodyTypeLabel(listing.bodyType, locale)}</span>
        {listing.isSellerVerified && (
          <span className="chip ok">
            <BadgeCheck className="ic s" aria-hidden />
            {m.listing_seller_verified_chip()}
          </span>
        )}
        {isSold(listing) && <span className="chip sold">{m.listing_sold()}</span>}
        {!isSold(listing) && listing.isReserved && (
          <span className="chip warn">{m.listing_reserved()}</span>
        )}
        {listing.isDemo && <span className="chip out">{m.listing_demo()}</span>}
      </div>
      <h1 className="mt-4 text-[clamp(28px,2.6vw,36px)]">{formatListingTitle(listing)}</h1>
      <p className="muted small mt-2">
        {[
          formatKm(listing.odometerKm, locale),
          place,
          ...(listing.postedOn
            ? [m.listing_posted({ date: formatDate(listing.postedOn, locale) })]
            : []),
        ].join(" · ")}
      </p>
    </>
  );
}
