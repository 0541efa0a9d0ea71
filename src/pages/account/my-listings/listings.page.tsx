import { Plus } from "lucide-react";
import type { Route } from "./+types/listings.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { requireMember, privateHeaders } from "#pages/session/guards.server.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { unfinishedListings } from "#domain/sell-request/unfinished-listings.server.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatKm, formatNumber } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { UnfinishedListings } from "./unfinished-listings.tsx";
import { ListingCover } from "./listing-cover.tsx";
import { ListingStateChip, standingOf } from "./listing-state-chip.tsx";
import type { SellerListing } from "#domain/bid/seller-listings.server.ts";
import { listSellerListings } from "#domain/bid/seller-listings.server.ts";
import { sellerNotice } from "./seller-notice.ts";
import { answerVerificationPost } from "./verification-post.server.ts";
import { verificationStanding } from "#domain/seller-verification/verification.server.ts";
import { VerificationCard } from "./verification-card.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requireMember(args);
  const [listings, unfinished, verification] = await Promise.all([
    listSellerListings(user.id),
    unfinishedListings(user, visitor),
    verificationStanding(user),
  ]);
  return { listings, unfinished, verification, notice: sellerNotice(args.request.url) };
}

export function action(args: Route.ActionArgs) {
  return answerVerificationPost(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.seller_title(), isPrivate: true });

export default function ListingsPage({ loaderData }: Route.ComponentProps) {
  const { listings, unfinished, verification, notice } = loaderData;
  return (
    <>
      <NoticeLine notice={notice} />
      <UnfinishedListings requests={unfinished} />
      <section aria-labelledby="my-listings" className="card mb-6 overflow-hidden">
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-border p-5">
          <div>
            <h2 id="my-listings" className="text-[length:var(--fs-h3)]">
              {m.seller_title()}
            </h2>
            <p className="small muted">{m.seller_lead()}</p>
          </div>
          <Link to={paths.newListing()} className={buttonClass()}>
            <Plus className="ic" aria-hidden />
            {listings.length > 0 ? m.seller_new() : m.seller_first()}
          </Link>
        </div>
        {listings.length === 0 ? (
          <EmptyState title={m.seller_empty_title()}>
            <p>{m.seller_empty_text()}</p>
          </EmptyState>
        ) : (
          <ul className="divide-y divide-border">
            {listings.map((listing) => (
              <ListingRow key={listing.id} listing={listing} />
            ))}
          </ul>
        )}
      </section>
      <VerificationCard standing={verification} />
    </>
  );
}

function ListingRow({ listing }: { listing: SellerListing }) {
  const locale = getLocale();
  const { views, saves, bids, highestBidCad } = listing;
  const numbers = [
    [m.seller_views(), formatNumber(views, locale)],
    [m.seller_saves(), formatNumber(saves, locale)],
    [m.seller_bids(), formatNumber(bids, locale)],
  ] as const;
  return (
    <li className="relative grid grid-cols-[96px_1fr] items-center gap-x-4 gap-y-3 p-4 hover:bg-muted sm:grid-cols-[112px_1fr_auto] sm:px-5 xl:grid-cols-[112px_1fr_auto_104px]">
      <ListingCover listing={listing} sizes="112px" />
      <div className="min-w-0">
        <h3 className="text-[17px] leading-tight">
          <Link
            to={paths.sellerListing(listing.id)}
            className="no-underline after:absolute after:inset-0"
          >
            {formatListingTitle(listing)}
          </Link>
        </h3>
        <p className="small muted num">
          <b className="text-foreground">{formatCad(listing.priceCad, locale)}</b> ·{" "}
          {formatKm(listing.odometerKm, locale)}
        </p>
        {highestBidCad !== null && (
          <p className="small muted num">
            {m.seller_highest_bid()} {formatCad(highestBidCad, locale)}
          </p>
        )}
      </div>
      <dl className="col-span-2 flex gap-5 sm:col-span-1">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt className="xs muted">{name}</dt>
            <dd className="num font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="col-span-2 sm:col-span-3 xl:col-span-1">
        <ListingStateChip standing={standingOf(listing)} />
      </div>
    </li>
  );
}
