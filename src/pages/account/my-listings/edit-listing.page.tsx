import type { Route } from "./+types/edit-listing.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { formatCarName } from "#values/car-name.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { findAnsweredFacts } from "#domain/listing/declared-changes.server.ts";
import { toStatementAnswers } from "#domain/listing/ad-statement.form.ts";
import { toListingAnswers } from "#domain/listing/listing-answers.ts";
import { type AdSeller, viewAdStatement } from "./ad-statement.server.ts";
import { OnBehalfNote } from "./on-behalf.tsx";
import { viewOnBehalf, viewPriceReason } from "./on-behalf.server.ts";
import { ListingForm } from "./listing-form.tsx";
import { handleListingForm, viewListingForm } from "./listing-form-page.server.ts";
import {
  type EditableListing,
  isListingReviewed,
} from "#domain/listing/editable-listing.server.ts";
import { requireListing } from "./seller-access.server.ts";
import { updateListing } from "#domain/sale/write-own-listing.server.ts";

function sellerOf({ editedBy, dealershipId }: EditableListing): AdSeller {
  if (editedBy === "staff") return "staff";
  return dealershipId === null ? "private" : "dealership";
}

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor, listing } = await requireListing(args, "editAnyListing");
  const onBehalf = viewOnBehalf(user, listing);
  // The seller edits their last answers; staff edit the data of the listing.
  const answered = listing.editedBy === "seller" ? await findAnsweredFacts(listing) : {};
  return {
    onBehalf,
    id: listing.id,
    title: formatCarName(listing),
    isReviewed: isListingReviewed(),
    view: viewListingForm(visitor, {
      answers: toListingAnswers({ ...listing, ...answered }),
      priceReason: onBehalf && viewPriceReason(visitor),
      adStatement: viewAdStatement(visitor, sellerOf(listing), {
        answers: toStatementAnswers(listing),
      }),
    }),
  };
}

export async function action(args: Route.ActionArgs) {
  const { listing, ...who } = await requireListing(args, "editAnyListing");
  return handleListingForm(
    args,
    { ...who, seller: sellerOf(listing) },
    (user, fields, said) => updateListing(user, listing.id, fields, said),
    { saved: paths.sellerListing, refused: paths.sellerListing(listing.id) },
  );
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: m.seller_edit_title({ car: args.loaderData?.title ?? "" }),
    isPrivate: true,
  });

export default function EditListingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, isReviewed, view, onBehalf } = loaderData;
  return (
    <>
      <p className="mb-4">
        <Link to={paths.sellerListing(id)}>{title}</Link>
      </p>
      <SectionCard
        title={m.seller_edit_title({ car: title })}
        text={isReviewed && !onBehalf ? m.seller_edit_review() : undefined}
      >
        {onBehalf && <OnBehalfNote />}
        <ListingForm view={actionData ?? view} submit={m.seller_save()} onBehalf={onBehalf} />
      </SectionCard>
    </>
  );
}
