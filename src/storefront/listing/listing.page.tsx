import { data } from "react-router";
import type { Route } from "./+types/listing.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDate, formatKm } from "#vocabulary/format.ts";
import { languageTag } from "#vocabulary/locale.ts";
import { bodyTypeLabel } from "#vocabulary/vehicle-label.ts";
import { ListingFacts } from "./listing-facts.tsx";
import { ListingGallery } from "./listing-gallery.tsx";
import { ListingPrice } from "./listing-price.tsx";
import { publicListing } from "./listing.server.ts";
import { isSold, listingTitle } from "./listing.ts";
import { listingStructuredData } from "./listing-structured-data.ts";

export async function loader({ params }: Route.LoaderArgs) {
  const listing = await publicListing(params.id);
  if (!listing) throw data(null, { status: 404 });
  return { listing };
}

export function meta(args: Route.MetaArgs) {
  const listing = args.loaderData?.listing;
  if (!listing) return [];
  const place = m.listing_place({ city: listing.city, province: listing.provinceCode });
  return pageMeta(args, {
    title: listingTitle(listing),
    description: m.listing_meta_description({ title: listingTitle(listing), place }),
    structuredData: listingStructuredData(listing),
  });
}

export default function ListingPage({ loaderData: { listing } }: Route.ComponentProps) {
  const locale = getLocale();
  const place = m.listing_place({ city: listing.city, province: listing.provinceCode });
  return (
    <div className="wrap pb-16">
      <nav className="bc" aria-label={m.listing_breadcrumb()}>
        <Link to={paths.home()}>{m.listing_home()}</Link>
        <span aria-hidden>/</span>
        <Link to={paths.cars()}>{m.listing_cars()}</Link>
        <span aria-hidden>/</span>
        <span aria-current="page">{listingTitle(listing)}</span>
      </nav>
      <div className="grid gap-8 lg:grid-cols-[1fr_400px] lg:gap-9">
        <ListingGallery listing={listing} />
        <aside className="lg:row-span-2">
          <div className="row flex-wrap gap-2">
            <span className="chip">{listing.make}</span>
            <span className="chip">{bodyTypeLabel(listing.bodyType, locale)}</span>
            {listing.isDemo && <span className="chip out">{m.listing_demo()}</span>}
            {isSold(listing) && <span className="chip sold">{m.listing_sold()}</span>}
          </div>
          <h1 className="mt-4 text-[clamp(28px,2.6vw,36px)]">{listingTitle(listing)}</h1>
          <p className="muted small mt-2">
            {[
              formatKm(listing.odometerKm, locale),
              place,
              ...(listing.postedAt
                ? [m.listing_posted({ date: formatDate(listing.postedAt, locale) })]
                : []),
            ].join(" · ")}
          </p>
          <ListingPrice listing={listing} />
          <div className="card pad mt-4">
            <h2 className="text-lg">
              {listing.isDealer ? m.listing_dealer_title() : m.listing_seller_title()}
            </h2>
            <p className="mt-2">
              <b>{listing.sellerName}</b>
              <br />
              <span className="muted">{place}</span>
            </p>
            <Link
              to={`${paths.callBack()}?${new URLSearchParams({ subject: `${listingTitle(listing)}, ${place}` })}`}
              className={`${buttonClass({ look: "ghost", block: true })} mt-4`}
            >
              {m.listing_call_back()}
            </Link>
          </div>
        </aside>
        <div>
          <ListingFacts listing={listing} />
          <h2 className="mt-12 text-[28px]">{m.listing_description()}</h2>
          <p
            lang={languageTag[listing.descriptionLocale]}
            className="muted mt-3 max-w-[42em] whitespace-pre-line"
          >
            {listing.description}
          </p>
        </div>
      </div>
    </div>
  );
}
