import type { Route } from "./+types/new-listing.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { requireMember, privateHeaders } from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { ListingForm } from "./listing-form.tsx";
import { findAdSeller, viewAdStatement } from "./ad-statement.server.ts";
import { handleListingForm, viewListingForm } from "./listing-form-page.server.ts";
import { createOwnListing } from "#domain/sale/write-own-listing.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requireMember(args);
  const adStatement = viewAdStatement(visitor, await findAdSeller(user));
  return viewListingForm(visitor, { answers: {}, adStatement });
}

export async function action(args: Route.ActionArgs) {
  const who = requireMember(args);
  const seller = await findAdSeller(who.user);
  return handleListingForm(
    args,
    { ...who, seller },
    (user, fields, { isSameCar }) => createOwnListing(user, fields, isSameCar),
    { saved: paths.listingPhotos, refused: paths.sellerListings() },
  );
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.seller_new_title(), isPrivate: true });

export default function NewListingPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SectionCard title={m.seller_new_title()} text={m.seller_new_lead()}>
      <ListingForm view={actionData ?? loaderData} submit={m.seller_save_new()} />
    </SectionCard>
  );
}
