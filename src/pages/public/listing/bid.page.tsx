import { randomUUID } from "node:crypto";
import { data, Form, useNavigation } from "react-router";
import type { BidFieldError } from "#domain/bid/bid.ts";
import { receiveBid } from "#domain/bid/place-bid.server.ts";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { findListingSeller } from "#domain/listing/listing-seller.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { requirePost } from "#platform/request/read-post.server.ts";
import { notOffered, requireOffered } from "#pages/public/form-journey/offered.server.ts";
import { requireMember } from "#pages/session/guards.server.ts";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { formatCad } from "#values/money.ts";
import { isUuid } from "#values/uuid.ts";
import type { Route } from "./+types/bid.page.ts";
import { BidFields, fieldsOfBid, type TypedFields } from "./bid-fields.tsx";
import { describeBidFailure, describeBidError } from "./bid-words.ts";
import { ListingFormPage } from "./listing-form-page.tsx";
import { findViewer } from "./listing.server.ts";
import forms from "../form-journey/forms.css?url";
import stylesheet from "./listing.page.css?url";

export const links = () => [pageStyle(forms), pageStyle(stylesheet)];

/** @throws a redirect to sign-in for a visitor, 404 for a listing that is not public. */
export async function loader(args: Route.LoaderArgs) {
  requireOffered("bids", args);
  const { user } = requireMember(args);
  const listing = await findPublicListing(args.params.id);
  const seller = listing && (await findListingSeller(listing.id));
  if (!listing || !seller) throw data(null, { status: 404 });
  return { listing, viewer: await findViewer(listing, seller, user), bidId: randomUUID() };
}

type BidActionResult = {
  placedCad: number | null;
  fieldErrors: BidFieldError[];
  /** Why it was refused as a whole. */
  code: string | null;
  typed: TypedFields;
  /** A repeated press is the same bid. */
  bidId: string;
};

export async function action(args: Route.ActionArgs) {
  const { user } = requireMember(args);
  const { fields: raw } = await requirePost(args.request);
  const typed: TypedFields = {
    bidderPhone: rawValue(raw, "bidderPhone"),
    proposedPrice: rawValue(raw, "proposedPrice"),
    bidderMessage: rawValue(raw, "bidderMessage"),
  };
  const input = rawValue(raw, "bidId");
  const bidId = isUuid(input) ? input : randomUUID();
  const nothing: BidActionResult = {
    placedCad: null,
    fieldErrors: [],
    code: null,
    typed,
    bidId,
  };
  const received = await receiveBid({
    id: bidId,
    listingId: args.params.id,
    bidder: user,
    locale: user.locale,
    typed,
  });
  if (received.ok) return data({ ...nothing, placedCad: received.priceCad });
  const { code } = received;
  switch (code) {
    case "put_right":
      return data({ ...nothing, fieldErrors: received.fieldErrors }, { status: 422 });
    case "too_many_bids": {
      const headers = { "retry-after": String(received.retryAfterSeconds) };
      return data({ ...nothing, code }, { status: 429, headers });
    }
    case "not_permitted":
      return data({ ...nothing, code }, { status: 403 });
    case "not_offered":
      throw notOffered(user.locale);
    case "no_such_listing":
      return data({ ...nothing, code }, { status: 404 });
    default:
      return data({ ...nothing, code }, { status: 409 });
  }
}

export function meta(args: Route.MetaArgs) {
  const car = args.loaderData ? formatCarName(args.loaderData.listing) : "";
  return pageMeta(args, { title: m.bid_page_title({ car }), isPrivate: true });
}

/** The dialog "Place your bid!" as a page: without script, and after signing in for it. */
export default function BidPage({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, viewer, bidId } = loaderData;
  const locale = getLocale();
  const isSending = useNavigation().state !== "idle";
  const refusal = actionData?.code ?? viewer.bidRefusal;
  // A bid that was placed just now is not a change of an earlier one.
  const isChange = viewer.ownBid !== null && actionData?.placedCad == null;
  const typed = actionData?.typed ?? fieldsOfBid(viewer.ownBid);
  const form = viewer.bidder && {
    listing,
    bidder: viewer.bidder,
    highestCad: viewer.highestBidCad,
    isChange,
    isSending,
  };
  return (
    <ListingFormPage title={isChange ? m.bid_change_title() : m.bid_title()} listingId={listing.id}>
      {actionData?.placedCad != null && (
        <div className="notice notice--ok mt-4" role="status">
          <div>
            <p>{m.bid_placed()}</p>
            <p className="small font-normal">
              {m.bid_placed_next({ price: formatCad(actionData.placedCad, locale) })}
            </p>
          </div>
        </div>
      )}
      {actionData?.placedCad == null && form && (
        <Form method="post" className="card p-6 mt-4" noValidate>
          <input type="hidden" name="bidId" value={actionData?.bidId ?? bidId} />
          <ErrorSummary
            errors={(actionData?.fieldErrors ?? []).map(({ field, code }) => ({
              id: field,
              message: describeBidError(code, locale),
            }))}
          >
            {refusal && <p>{describeBidFailure(refusal)}</p>}
          </ErrorSummary>
          <BidFields {...form} fieldErrors={actionData?.fieldErrors ?? []} typed={typed} />
        </Form>
      )}
      {actionData?.placedCad == null && !form && refusal && (
        <p className="notice notice--warn mt-4">{describeBidFailure(refusal)}</p>
      )}
    </ListingFormPage>
  );
}
