import { isListingId } from "#domain/listing/listing.ts";
import { formatCarName } from "#values/car-name.ts";
import { listPhotos } from "#domain/listing/listing-photos.server.ts";
import { m } from "#messages/messages.js";
import { PhotoAlbum } from "#pages/photos/photo-album.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/listing-photos.page.ts";
import { handleListingPhotos } from "./listing-photos-page.server.ts";
import { findNotice, requireListing } from "./seller-access.server.ts";
import stylesheet from "../../photos/photos.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const { listing } = await requireListing(args, "changeAnyPhotos");
  const photos = await listPhotos(listing.id);
  const removed = new URL(args.request.url).searchParams.get("removed") ?? "";
  const canComeBack = isListingId(removed) && photos.every(({ id }) => id !== removed);
  return {
    id: listing.id,
    title: formatCarName(listing),
    photos,
    removedId: canComeBack ? removed : null,
    notice: findNotice(args.request.url),
  };
}

export function action(args: Route.ActionArgs) {
  return handleListingPhotos(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: m.seller_photos_title({ car: args.loaderData?.title ?? "" }),
    isPrivate: true,
  });

export default function PhotosPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, photos, removedId, notice } = loaderData;
  return (
    <>
      <NoticeLine notice={notice} />
      <h2 className="mb-2 text-h3">{m.seller_photos_title({ car: title })}</h2>
      <PhotoAlbum
        photos={photos}
        uploadPath={paths.listingPhotoUpload(id)}
        errors={actionData && "errors" in actionData ? actionData.errors : []}
        altResult={actionData && "ok" in actionData ? actionData : undefined}
        removedId={removedId}
        done={{ href: paths.sellerListing(id), label: m.seller_photos_done() }}
      />
    </>
  );
}
