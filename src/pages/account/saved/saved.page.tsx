import type { Route } from "./+types/saved.page.ts";
import { m } from "#messages/messages.js";
import { OWN_TITLE } from "#pages/account/own-title.ts";
import { paths } from "#site/paths.ts";
import { requireMember } from "#pages/session/guards.server.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { ListingCard, PaymentAssumptions } from "#pages/public/listing/listing-card.tsx";
import { ProvinceChoice } from "#pages/public/listing/province-choice.tsx";
import { listSavedListings } from "#domain/listing/saved-listing.server.ts";
import { handleSavePost } from "./saved-post.server.ts";

export async function loader(args: Route.LoaderArgs) {
  return { listings: await listSavedListings(requireMember(args).user.id) };
}

export function action(args: Route.ActionArgs) {
  return handleSavePost(args);
}

export const handle = OWN_TITLE;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.saved_listing_title(), isPrivate: true });
}

export default function SavedPage({ loaderData: { listings } }: Route.ComponentProps) {
  return (
    <div>
      <div className="page-head">
        <h1>{m.saved_listing_title()}</h1>
        <p>{m.saved_listing_text()}</p>
      </div>
      {listings.length === 0 ? (
        <EmptyState title={m.saved_listing_none_title()}>
          <p>{m.saved_listing_none_text()}</p>
          <Link to={paths.cars()} className={buttonClass()}>
            {m.saved_listing_see_cars()}
          </Link>
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">{m.saved_listing_title()}</h2>
          <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {listings.map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </div>
          <ProvinceChoice className="mt-10" />
          <PaymentAssumptions of={listings} className="mt-3 max-w-reading" />
        </>
      )}
    </div>
  );
}
