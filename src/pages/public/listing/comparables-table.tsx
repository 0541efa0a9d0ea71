import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { paths } from "#site/paths.ts";
import { ListingPicture } from "./listing-picture.tsx";
import { Link } from "#ui/link.tsx";
import { formatKm } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { ComparableListing } from "#domain/pricing/price-estimate.ts";

type ComparablesTableProps = {
  listings: readonly ComparableListing[];
  hasPictures?: boolean;
};

/** The listings that an estimate can be checked against, each with its page. */
export function ComparablesTable({ listings, hasPictures = false }: ComparablesTableProps) {
  if (listings.length === 0) return null;
  const locale = getLocale();
  const numeric = "num px-0 text-right whitespace-nowrap";
  return (
    <table className="mt-5">
      <caption className="text-left font-semibold">{m.price_estimate_comparables()}</caption>
      <thead>
        <tr>
          <th scope="col" className="pl-0">
            {m.price_estimate_column_car()}
          </th>
          <th scope="col" className="px-0 text-right">
            {m.price_estimate_column_odometer()}
          </th>
          <th scope="col" className="pr-0 text-right">
            {m.price_estimate_column_price()}
          </th>
        </tr>
      </thead>
      <tbody>
        {listings.map((listing) => (
          <tr key={listing.id}>
            <td className="pl-0">
              <div className="flex gap-x-3 gap-y-2 max-sm:flex-col sm:items-center">
                {hasPictures && (
                  <div className="aspect-16/10 w-24 flex-none overflow-hidden rounded-md bg-muted [&_img]:size-full [&_img]:object-cover">
                    <ListingPicture listing={listing} sizes="96px" widthsPx={[300]} isDecorative />
                  </div>
                )}
                <div>
                  <Link to={paths.listing(listing.id)}>{formatListingTitle(listing)}</Link>
                  <div className="xs muted">
                    {m.listing_place({ city: listing.city, province: listing.provinceCode })}
                    {isSold(listing) && ` · ${m.price_estimate_sold()}`}
                  </div>
                </div>
              </div>
            </td>
            <td className={numeric}>{formatKm(listing.odometerKm, locale)}</td>
            <td className={`${numeric} pl-3`}>{formatCad(listing.priceCad, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
