import { BadgeCheck, ChevronLeft, Flag, Link2, Printer, Share2, Shield } from "lucide-react";
import { lazy, type MouseEvent, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDate, formatKm } from "#values/format.ts";
import { languageTag } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { bodyTypeLabel } from "#values/vehicle-label.ts";
import type { Route } from "./+types/listing.page.ts";
import { DeclaredCard } from "./declared-card.tsx";
import { ListingCard, PaymentAssumptions } from "./listing-card.tsx";
import { ListingFacts } from "./listing-facts.tsx";
import { ListingGallery } from "./listing-gallery.tsx";
import { buildListingMeta } from "./listing-meta.ts";
import { ListingPrice } from "./listing-price.tsx";
import { handleListingPost, loadListing } from "./listing.server.ts";
import { SellerCard } from "./seller-card.tsx";
import { QuebecPayments } from "./your-budget-context.tsx";
import { usePaymentTerms } from "./your-budget.tsx";
import { pageStyle } from "#ui/page-style.ts";
import { command } from "#ui/command.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { rememberViewed } from "./recently-viewed.ts";
import stylesheet from "./listing.page.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader({ params, context }: Route.LoaderArgs) {
  return loadListing(params.id, context);
}

export function action(args: Route.ActionArgs) {
  return handleListingPost(args, args.params.id);
}

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, buildListingMeta(args, args.loaderData)) : [];
}

/** Loaded only by the car's seller. */
const ReceivedBids = lazy(async () => {
  const bids = await import("./received-bids.tsx");
  return { default: bids.ReceivedBids };
});

export default function ListingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, features, specifications, declared, viewer, bids, similar, rated, parents } =
    loaderData;
  const answered = actionData && "answered" in actionData ? actionData.answered : null;
  const shown = actionData && "shown" in actionData ? actionData.shown : null;
  useEffect(() => rememberViewed(listing.id), [listing.id]);
  return (
    <QuebecPayments is={listing.provinceCode === "QC"}>
      <div className="page-width listing-page">
        <BackToResults />
        <nav className="breadcrumb" aria-label={m.listing_breadcrumb()}>
          <Link to={paths.home()}>{m.listing_home()}</Link>
          <span aria-hidden>/</span>
          <Link to={paths.cars()}>{m.listing_cars()}</Link>
          <span aria-hidden>/</span>
          {parents.map(({ name, path }) => (
            <span key={path} className="contents">
              <Link to={path}>{name}</Link>
              <span aria-hidden>/</span>
            </span>
          ))}
          <span aria-current="page">{formatCarName(listing)}</span>
        </nav>
        <div className="listing-page__columns" key={listing.id}>
          <HydrationBoundary>
            <ListingGallery listing={listing} />
          </HydrationBoundary>
          <aside className="listing-page__buy" aria-label={m.listing_buy_bar()}>
            <ListingHead listing={listing} />
            <HydrationBoundary>
              <ListingPrice listing={listing} viewer={viewer} rated={rated} bidResult={answered} />
            </HydrationBoundary>
            <HydrationBoundary>
              <SellerCard
                listing={listing}
                viewerEmail={viewer.email}
                phoneResult={shown}
                isAskable={!isSold(listing) && !viewer.isSeller}
              />
            </HydrationBoundary>
            <SafetyTips />
            <ListingActions listing={listing} />
          </aside>
          <div className="listing-page__about">
            {bids && (
              <ReceivedBids listing={listing} bids={bids} bidResult={answered} from="listing" />
            )}
            <ListingFacts listing={listing} specifications={specifications} features={features} />
            <DeclaredCard declared={declared} sellerLocale={listing.descriptionLocale} />
            <ListingDescription listing={listing} />
          </div>
        </div>
        {similar.length > 0 && (
          <section className="listing-page__similar" aria-labelledby="similar">
            <h2 id="similar" className="text-page-title">
              {m.listing_similar()}
            </h2>
            <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4 mt-6">
              {similar.map((each) => (
                <HydrationBoundary key={each.id}>
                  <ListingCard listing={each} />
                </HydrationBoundary>
              ))}
            </div>
            <PaymentAssumptions of={similar} className="mt-5 max-w-reading" />
          </section>
        )}
      </div>
      {!isSold(listing) && <BuyBar listing={listing} />}
    </QuebecPayments>
  );
}

/**
 * The link back for visitors who came from a search: the page and scroll position that they left.
 * Only the browser's history knows it.
 */
function BackToResults() {
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const navigate = useNavigate();
  const results: unknown = isHydrated && state ? state.results : undefined;
  if (typeof results !== "string") return null;
  const back = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Link to={`${paths.cars()}${results}`} className="listing-page__back" onClick={back}>
      <ChevronLeft className="icon size-4" aria-hidden />
      {m.listing_back_to_results()}
    </Link>
  );
}

/**
 * Keeps the price and the next step visible on a phone. Payments are only shown above, with their
 * terms.
 */
function BuyBar({ listing }: { listing: ListingDetails }) {
  const { withheld } = usePaymentTerms();
  return (
    <div className="page-bar buy-bar">
      <b className="figures">{formatCad(listing.priceCad, getLocale())}</b>
      {isOffered("pre_approval") && (
        <Link
          to={paths.preApprovalFor(listing.id)}
          className={buttonClass({ variant: withheld ? "ghost" : "primary" })}
        >
          {withheld ? m.listing_bar_credit() : m.listing_get_approved()}
        </Link>
      )}
    </div>
  );
}

/** Chips, name, and when and where it was posted. */
function ListingHead({ listing }: { listing: ListingDetails }) {
  const locale = getLocale();
  const location = m.listing_place({ city: listing.city, province: listing.provinceCode });
  return (
    <>
      <div className="flex items-center flex-wrap gap-2">
        <span className="chip">{listing.make}</span>
        <span className="chip">{bodyTypeLabel(listing.bodyType, locale)}</span>
        {listing.isSellerVerified && (
          <span className="chip chip--ok">
            <BadgeCheck className="icon size-4" aria-hidden />
            {m.listing_seller_verified_chip()}
          </span>
        )}
        {isSold(listing) && <span className="chip chip--sold">{m.listing_sold()}</span>}
        {!isSold(listing) && listing.isReserved && (
          <span className="chip chip--warn">{m.listing_reserved()}</span>
        )}
        {listing.isDemo && <span className="chip chip--outline">{m.listing_demo()}</span>}
      </div>
      <h1 className="mt-4 text-[clamp(1.75rem,2.6vw,2.25rem)]">{formatCarName(listing)}</h1>
      <p className="muted small mt-2">
        {[
          formatKm(listing.odometerKm, locale),
          location,
          ...(listing.postedOn
            ? [m.listing_posted({ date: formatDate(listing.postedOn, locale) })]
            : []),
        ].join(" · ")}
      </p>
    </>
  );
}

/** The seller's own text; its language is named if it is not the page's. */
function ListingDescription({ listing }: { listing: ListingDetails }) {
  const language = listing.descriptionLocale;
  const languageName = { en: m.listing_language_en, fr: m.listing_language_fr }[language]();
  return (
    <section aria-labelledby="description">
      <h2 id="description" className="mt-12 text-page-title">
        {m.listing_description()}
      </h2>
      <p lang={languageTag[language]} className="muted mt-3 max-w-[42em] whitespace-pre-line">
        {listing.description}
      </p>
      {language !== getLocale() && (
        <p className="fine-print muted mt-2">
          {m.listing_description_other({ language: languageName })}
        </p>
      )}
    </section>
  );
}

/** SPEC.md §2 "Listing detail". */
function SafetyTips() {
  const tips = [
    m.listing_safety_meet(),
    m.listing_safety_pay(),
    m.listing_safety_local(),
    m.listing_safety_financial(),
  ];
  return (
    <section className="buying-safely" aria-labelledby="safety">
      <h2 id="safety">
        <Shield className="icon size-6" aria-hidden />
        {m.listing_safety()}
      </h2>
      <ol>
        {tips.map((tip, index) => (
          <li key={tip}>
            <span className="figures" aria-hidden>
              {index + 1}
            </span>
            {tip}
          </li>
        ))}
      </ol>
    </section>
  );
}

const SHARE_STATUS_ID = "share-status";

/** Share, print and report. */
function ListingActions({ listing }: { listing: ListingDetails }) {
  const url = hrefIn(paths.listing(listing.id));
  const copy = {
    url,
    status: SHARE_STATUS_ID,
    done: m.listing_share_copied(),
    failed: m.listing_share_copy_failed(),
  };
  return (
    <>
      <div className="listing-actions">
        <button
          type="button"
          className="link with-script with-share"
          {...command("share", { title: formatCarName(listing), url })}
        >
          <Share2 className="icon size-4" aria-hidden />
          {m.listing_share()}
        </button>
        <button type="button" className="link with-script" {...command("copy", copy)}>
          <Link2 className="icon size-4" aria-hidden />
          {m.listing_share_copy()}
        </button>
        <button type="button" className="link with-script" {...command("print")}>
          <Printer className="icon size-4" aria-hidden />
          {m.listing_print()}
        </button>
        <Link to={paths.reportListing(listing.id)} className="link" rel="nofollow">
          <Flag className="icon size-4" aria-hidden />
          {m.listing_report()}
        </Link>
      </div>
      {/* The result of copying, until another car is shown. */}
      <p key={url} id={SHARE_STATUS_ID} className="small muted print:hidden" role="status" />
    </>
  );
}
