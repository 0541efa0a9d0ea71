import { Form } from "react-router";
import type { Route } from "./+types/manage-listing.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { SameVinListings } from "./same-vin-listings.tsx";
import { CommandButton } from "#pages/command/command-button.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { DealLink } from "#pages/public/listing/deal-link.tsx";
import { ReceivedBids } from "#pages/public/listing/received-bids.tsx";
import { SaleConfirmationLink } from "#pages/public/listing/sale-confirmation.tsx";
import { formatCarName } from "#values/car-name.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import {
  ListingCover,
  ListingStateChip,
  findDisplayState,
  describeState,
} from "./listing-state-chip.tsx";
import type { ListingMove } from "#domain/listing/listing-state.ts";
import { OnBehalfNote } from "./on-behalf.tsx";
import { ListingHistory } from "./listing-history.tsx";
import {
  handleManagePost,
  loadManagedListing,
  type ManagePress,
  type ManageView,
} from "./manage-listing.server.ts";
import { MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import { PriceCard } from "./price-card.tsx";
import { formatCad } from "#values/money.ts";
import type { ListingNumbers } from "#domain/bid/seller-listings.server.ts";
import type { DescribedFinding } from "#domain/ad-rules/describe-finding.server.ts";
import type { Severity } from "#domain/ad-rules/ad-rules.ts";

export function loader(args: Route.LoaderArgs) {
  return loadManagedListing(args);
}

export function action(args: Route.ActionArgs) {
  return handleManagePost(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData ? formatCarName(args.loaderData.listing) : m.seller_title(),
    isPrivate: true,
  });

export default function ManageListingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, numbers, photos, canBeChanged, moves, notice, bids } = loaderData;
  const { adFindings, isPrivate } = loaderData;
  return (
    <div className="max-w-190">
      <NoticeLine notice={notice} />
      {loaderData.onBehalf && <OnBehalfNote />}
      <SameVinListings cars={loaderData.sameVin} className="mb-6" />
      <p className="mb-4">
        <Link to={paths.sellerListings()}>{m.seller_all()}</Link>
      </p>
      {actionData && "isAdRefused" in actionData && (
        <p className="notice notice--bad mb-6" role="alert">
          {m.ad_findings_refused()}
        </p>
      )}
      <StateCard view={loaderData} />
      {adFindings.length > 0 && (
        <SectionCard title={isPrivate ? m.ad_findings_private_title() : m.ad_findings_title()}>
          <AdFindings findings={adFindings} />
        </SectionCard>
      )}
      <DealLink reference={loaderData.dealReference} />
      <ListingNumbersRow numbers={numbers} />
      {bids && (
        <ReceivedBids
          listing={listing}
          bids={bids}
          bidResult={actionData && "answered" in actionData ? actionData.answered : null}
          from="manage"
        />
      )}
      {canBeChanged && (
        <SectionCard
          title={m.seller_photos()}
          text={
            photos.length > 0
              ? m.seller_photos_count({ count: photos.length, most: MOST_PHOTOS })
              : m.seller_photos_none()
          }
        >
          <Link to={paths.listingPhotos(listing.id)} className={buttonClass({ variant: "ghost" })}>
            {m.seller_photos_change()}
          </Link>
        </SectionCard>
      )}
      <PriceCard
        view={loaderData}
        result={actionData && "ok" in actionData ? actionData : undefined}
      />
      <ListingHistory view={loaderData} />
      {moves.includes("remove") && (
        <details className="card p-6">
          <summary className="cursor-pointer font-semibold">{m.seller_delete()}</summary>
          <Form method="post" className="mt-3">
            <p className="mb-4">{m.seller_delete_text()}</p>
            <CommandButton<ManagePress> press="remove" variant="dark">
              {m.seller_delete_confirm()}
            </CommandButton>
          </Form>
        </details>
      )}
    </div>
  );
}

const MOVE_WORDS: Partial<Record<ListingMove, () => string>> = {
  publish: m.seller_move_publish,
  ask_for_review: m.seller_move_ask_for_review,
  withdraw: m.seller_move_withdraw,
  pause: m.seller_move_pause,
  resume: m.seller_move_resume,
  reopen: m.bid_reopen,
};

const PUBLISHING_MOVES: readonly ListingMove[] = ["publish", "ask_for_review", "resume"];

/** The car, its state, and the buttons; the red one publishes it. */
function StateCard({ view }: { view: ManageView }) {
  const { listing, moves, question, saleUndoEnds, canBeChanged, isPublic } = view;
  const state = findDisplayState(listing);
  return (
    <section
      aria-labelledby="listing-title"
      className="card p-6 mb-6 grid items-start gap-5 sm:grid-cols-[220px_1fr]"
    >
      <ListingCover listing={listing} sizes="220px" />
      <div>
        <ListingStateChip state={state} />
        <h2 id="listing-title" className="mt-2 text-h3">
          {formatCarName(listing)}
        </h2>
        <p className="muted mt-1">{describeState(state)}</p>
        {saleUndoEnds && (
          <p className="small muted mt-2">
            {m.bid_reopen_until({ when: formatDateTime(saleUndoEnds, getLocale()) })}
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <Form method="post" className="contents">
            {moves.map(
              (move) =>
                MOVE_WORDS[move] && (
                  <CommandButton<ManagePress>
                    key={move}
                    press={move}
                    variant={PUBLISHING_MOVES.includes(move) ? "primary" : "ghost"}
                  >
                    {MOVE_WORDS[move]()}
                  </CommandButton>
                ),
            )}
          </Form>
          {moves.includes("mark_sold") && (
            <SaleConfirmationLink
              confirmation={question}
              label={m.seller_move_mark_sold()}
              variant="ghost"
            />
          )}
          {canBeChanged && (
            <Link to={paths.editListing(listing.id)} className={buttonClass({ variant: "ghost" })}>
              {m.seller_edit()}
            </Link>
          )}
          {isPublic && (
            <Link to={paths.listing(listing.id)} className={buttonClass({ variant: "ghost" })}>
              {m.seller_view()}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}

/** The numbers of views, saves and bids. */
function ListingNumbersRow({ numbers }: { numbers: ListingNumbers }) {
  const locale = getLocale();
  const { views, saves, bids, highestBidCad } = numbers;
  const tiles = [
    [m.seller_views(), formatNumber(views, locale)],
    [m.seller_saves(), formatNumber(saves, locale)],
    [m.seller_bids(), formatNumber(bids, locale)],
    [
      m.seller_highest_bid(),
      highestBidCad === null ? m.seller_no_bid() : formatCad(highestBidCad, locale),
    ],
  ] as const;
  return (
    <dl className="mb-6 grid grid-cols-2 gap-3 md:grid-cols-4">
      {tiles.map(([name, value]) => (
        <div key={name} className="card p-4">
          <dt className="small muted">{name}</dt>
          <dd className="figures font-display text-[1.25rem] font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const SEVERITY: Readonly<Record<Severity, { words: () => string; className: string }>> = {
  must: { words: m.ad_rule_severity_must, className: "chip--bad" },
  advice: { words: m.ad_rule_severity_advice, className: "chip--warn" },
  to_be_checked: { words: m.ad_rule_severity_to_be_checked, className: "chip--outline" },
};

/** The findings of the ad rules: how strict each is, its text, and its legal sources. */
function AdFindings({ findings }: { findings: readonly DescribedFinding[] }) {
  return (
    <ul className="grid gap-4">
      {findings.map(({ check, severity, text, sources }) => (
        <li key={check} className="grid justify-items-start gap-1">
          <span className={`chip ${SEVERITY[severity].className}`}>
            {SEVERITY[severity].words()}
          </span>
          <p>{text}</p>
          {sources.length > 0 && (
            <ul className="small muted">
              {sources.map(({ citation, address }) => (
                <li key={citation}>
                  <a href={address} target="_blank" rel="noreferrer">
                    {citation}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
