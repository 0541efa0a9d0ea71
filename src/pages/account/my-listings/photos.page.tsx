import { CircleCheck } from "lucide-react";
import { Form } from "react-router";
import type { Route } from "./+types/photos.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { isListingId, formatListingTitle } from "#domain/listing/listing.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { requireListing, findNotice } from "./seller-access.server.ts";
import { PhotoList } from "./photo-list.tsx";
import { MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import { answerPhotosPost } from "./photos.server.ts";
import { listPhotos } from "#domain/listing/listing-photos.server.ts";
import { UploadForm } from "./upload-form.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { listing } = await requireListing(args);
  const photos = await listPhotos(listing.id);
  const removed = new URL(args.request.url).searchParams.get("removed") ?? "";
  const canComeBack = isListingId(removed) && photos.every(({ id }) => id !== removed);
  return {
    id: listing.id,
    title: formatListingTitle(listing),
    photos,
    removedId: canComeBack ? removed : null,
    notice: findNotice(args.request.url),
  };
}

export function action(args: Route.ActionArgs) {
  return answerPhotosPost(args);
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
      {removedId && (
        <Form method="post" className="notice notice--ok mb-6 items-center" role="status">
          <CircleCheck className="icon" aria-hidden />
          {m.seller_photo_removed()}
          <input type="hidden" name="photo" value={removedId} />
          <button className="button button--ghost button--small" name="intent" value="restore">
            {m.seller_photo_undo()}
          </button>
        </Form>
      )}
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-[length:var(--fs-h3)]">{m.seller_photos_title({ car: title })}</h2>
          <p className="small muted figures">
            {m.seller_photos_count({ count: photos.length, most: MOST_PHOTOS })}
          </p>
        </div>
        <Link to={paths.sellerListing(id)} className={buttonClass({ look: "ghost" })}>
          {m.seller_photos_done()}
        </Link>
      </div>
      {photos.length > 0 && (
        <>
          <p className="small muted mb-4">{m.seller_photos_order()}</p>
          <PhotoList photos={photos} />
        </>
      )}
      {photos.length < MOST_PHOTOS && (
        <div className="card p-6 mt-6">
          <UploadForm errors={actionData?.errors ?? []} />
        </div>
      )}
    </>
  );
}
