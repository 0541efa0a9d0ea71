import type { ListingState } from "#domain/listing/listing-state.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { buildKeyedPath } from "./request-address.ts";
import type { OwnSellRequest, SellRequestPage } from "./sell-request.server.ts";

const STATE: Record<ListingState, () => string> = {
  draft: m.sale_listing_draft,
  in_review: m.sale_listing_in_review,
  live: m.sale_listing_live,
  paused: m.sale_listing_paused,
  sold: m.sale_listing_sold,
  removed: m.sale_listing_removed,
};

/** The seller's own listing of the car: a form to create it from the answers, or its state. */
export function OwnListing({ page, sale }: { page: SellRequestPage; sale: OwnSellRequest }) {
  const { listing } = sale;
  return (
    <section className="card p-6 print:hidden" aria-labelledby="own-listing-title">
      <h2 id="own-listing-title" className="text-h3">
        {m.sale_listing_title()}
      </h2>
      <p className="muted mt-1 mb-4">
        {listing ? STATE[listing.state]() : m.sale_listing_to_make()}
      </p>
      {!listing && (
        <a
          className={buttonClass()}
          href={buildKeyedPath(paths.listingFromRequest(page.reference), page.key)}
        >
          {m.sale_listing_make()}
        </a>
      )}
      {listing?.isManageable && listing.state !== "removed" && (
        <Link className={buttonClass({ variant: "ghost" })} to={paths.sellerListing(listing.id)}>
          {m.sale_listing_manage()}
        </Link>
      )}
    </section>
  );
}
