import type { Route } from "./+types/listing.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { ReceivedBids } from "./received-bids.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { ListingGallery } from "./listing-gallery.tsx";
import { ListingActions } from "./listing-actions.tsx";
import { ListingCard } from "./listing-card.tsx";
import { ListingDescription } from "./listing-description.tsx";
import { ListingFacts } from "./listing-facts.tsx";
import { ListingHead } from "./listing-head.tsx";
import { listingMeta } from "./listing-meta.ts";
import { answerListingPost } from "./listing-post.server.ts";
import { ListingPrice } from "./listing-price.tsx";
import { loadListing } from "./listing-view.server.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { PaymentAssumptions } from "./payment-assumptions.tsx";
import { SafetyTips } from "./safety-tips.tsx";
import { SellerCard } from "./seller-card.tsx";

export function loader({ params, context, request }: Route.LoaderArgs) {
  return loadListing(params.id, context, request.headers);
}

export function action({ request, params, context }: Route.ActionArgs) {
  return answerListingPost(request, params.id, context);
}

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, listingMeta(args, args.loaderData.listing)) : [];
}

export default function ListingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, viewer, bids, similar, rated } = loaderData;
  return (
    <>
      <div className="wrap lp">
        <nav className="bc" aria-label={m.listing_breadcrumb()}>
          <Link to={paths.home()}>{m.listing_home()}</Link>
          <span aria-hidden>/</span>
          <Link to={paths.cars()}>{m.listing_cars()}</Link>
          <span aria-hidden>/</span>
          <span aria-current="page">{formatListingTitle(listing)}</span>
        </nav>
        <div className="lp-grid" key={listing.id}>
          <ListingGallery listing={listing} />
          <aside className="lp-buy" aria-label={m.listing_buy_bar()}>
            <ListingHead listing={listing} />
            <ListingPrice listing={listing} viewer={viewer} rated={rated} />
            <SellerCard
              listing={listing}
              viewerEmail={viewer.email}
              shown={actionData?.shown ?? null}
            />
            <SafetyTips />
            <ListingActions listing={listing} />
          </aside>
          <div className="lp-info">
            {bids && (
              <ReceivedBids listing={listing} bids={bids} answered={actionData?.answered ?? null} />
            )}
            <ListingFacts listing={listing} />
            <ListingDescription listing={listing} />
          </div>
        </div>
        {similar.length > 0 && (
          <section className="lp-similar" aria-labelledby="similar">
            <h2 id="similar" className="text-[28px]">
              {m.listing_similar()}
            </h2>
            <div className="grid g4 mt-6">
              {similar.map((each) => (
                <ListingCard key={each.id} listing={each} />
              ))}
            </div>
            <PaymentAssumptions className="mt-5 max-w-[60em]" />
          </section>
        )}
      </div>
      {!isSold(listing) && <BuyBar listing={listing} />}
    </>
  );
}
