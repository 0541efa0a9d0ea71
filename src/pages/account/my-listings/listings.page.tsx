import { Plus, ShieldCheck } from "lucide-react";
import type { Route } from "./+types/listings.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import {
  requireMember,
  privateHeaders,
  redirectTo,
  type PageArgs,
} from "#pages/session/guards.server.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import {
  listUnfinishedListings,
  type UnfinishedListing,
} from "#domain/sell-request/own-listing.server.ts";
import { buttonClass, Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDate } from "#values/format.ts";
import { ListingRow } from "./listing-row.tsx";
import { listSellerListings } from "#domain/bid/seller-listings.server.ts";
import { findNotice } from "./seller-access.server.ts";
import {
  findVerificationState,
  type VerificationState,
  askForVerification,
} from "#domain/seller-verification/seller-verification.server.ts";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import { Form } from "react-router";
import { SectionCard } from "#ui/section-card.tsx";
import { hrefIn } from "#ui/locale-href.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requireMember(args);
  const [listings, unfinished, verification] = await Promise.all([
    listSellerListings(user),
    listUnfinishedListings(user, visitor),
    findVerificationState(user),
  ]);
  return { listings, unfinished, verification, notice: findNotice(args.request.url) };
}

export function action(args: Route.ActionArgs) {
  return handleVerificationPost(args);
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
            <h2 id="my-listings" className="text-h3">
              {m.seller_title()}
            </h2>
            <p className="small muted">{m.seller_lead()}</p>
          </div>
          <Link to={paths.newListing()} className={buttonClass()}>
            <Plus className="icon" aria-hidden />
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
      <VerificationCard state={verification} />
    </>
  );
}

/**
 * Sell requests that asked for a listing which is not saved yet; the form is prefilled with their
 * answers.
 */
function UnfinishedListings({ requests }: { requests: readonly UnfinishedListing[] }) {
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
            <h2 className="text-lead leading-tight">{car}</h2>
            <p className="small muted">{m.sale_unfinished({ reference })}</p>
          </div>
          <Link
            to={paths.listingFromRequest(reference)}
            className={`${buttonClass({ variant: "ghost" })} col-span-2 sm:col-span-1`}
          >
            {m.sale_unfinished_finish()}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Whether the member is shown as verified, and how to become so. */
function VerificationCard({ state }: { state: VerificationState }) {
  const { step, at, mayAsk } = state;
  if (!mayAsk && step === null) return null;
  return (
    <SectionCard
      title={m.seller_verify_title()}
      text={step === "verified" ? undefined : m.seller_verify_text()}
    >
      {step === "verified" && (
        <p className="notice notice--ok">
          <ShieldCheck className="icon" aria-hidden />
          {m.seller_verify_verified()}
        </p>
      )}
      {step === "requested" && at && (
        <p>{m.seller_verify_requested({ date: formatDate(at, getLocale()) })}</p>
      )}
      {step === "declined" && <p className="mb-4">{m.seller_verify_declined()}</p>}
      {mayAsk && (
        <Form method="post">
          <Button type="submit" variant="ghost">
            {m.seller_verify_ask()}
          </Button>
        </Form>
      )}
    </SectionCard>
  );
}

/** The only form of this page: the request to be verified. */
async function handleVerificationPost(args: PageArgs): Promise<never> {
  const { user } = requireMember(args);
  const requested = await askForVerification(user);
  throw redirectTo(
    `${hrefIn(paths.sellerListings())}?${requested ? "done=asked" : "failed=not_permitted"}`,
  );
}
