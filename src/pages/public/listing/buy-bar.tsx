import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { formatCad } from "#values/money.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";

/** On a phone the price and the next step stay in sight. Payments stand with their terms, above. */
export function BuyBar({ listing }: { listing: ListingDetails }) {
  return (
    <div className="lp-bar">
      <b className="num">{formatCad(listing.priceCad, getLocale())}</b>
      <Link to={paths.preApproval()} className={buttonClass()}>
        {m.listing_get_approved()}
      </Link>
    </div>
  );
}
