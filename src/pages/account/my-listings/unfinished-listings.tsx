import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import type { UnfinishedListing } from "#domain/sell-request/unfinished-listings.server.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";

/** Listings that the person asked for and has not saved yet: what they answered waits in the form. */
export function UnfinishedListings({ requests }: { requests: readonly UnfinishedListing[] }) {
  if (requests.length === 0) return null;
  return (
    <ul className="mb-6 grid gap-4">
      {requests.map(({ reference, car, ...listing }) => (
        <li
          key={reference}
          className="card grid grid-cols-[96px_1fr] items-center gap-x-4 gap-y-3 p-4 sm:grid-cols-[112px_1fr_auto] sm:px-5"
        >
          <div className="aspect-16/10 overflow-hidden rounded-md bg-muted [&_img]:size-full [&_img]:object-cover">
            <ListingPicture listing={listing} sizes="112px" isDecorative />
          </div>
          <div className="min-w-0">
            <h2 className="text-[17px] leading-tight">{car}</h2>
            <p className="small muted">{m.sale_unfinished({ reference })}</p>
          </div>
          <Link
            to={paths.listingFromRequest(reference)}
            className={`${buttonClass({ look: "ghost" })} col-span-2 sm:col-span-1`}
          >
            {m.sale_unfinished_finish()}
          </Link>
        </li>
      ))}
    </ul>
  );
}
