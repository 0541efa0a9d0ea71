import {
  addPhoto,
  describePhoto,
  listPhotos,
  orderPhotos,
  removePhoto,
  restorePhoto,
} from "#domain/listing/listing-photos.server.ts";
import { photoAltForm } from "#domain/listing/listing.form.ts";
import { answerForm } from "#pages/form/answer-form.server.ts";
import { type Album, answerPhotosPost, answerPhotoUpload } from "#pages/photos/album.server.ts";
import { requireFormPost } from "#pages/session/guards.server.ts";
import type { RateLimit } from "#platform/limit/rate-limit.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { type ListingPageArgs, requireListing } from "./seller-access.server.ts";

/** A person who fills several listings in an afternoon stays below; a program does not. */
const UPLOADS: RateLimit = { name: "photo uploads", most: 120, windowMs: 60 * 60 * 1000 };

async function openAlbum(args: ListingPageArgs): Promise<Album & { describe: Describe }> {
  const { user, listing } = await requireListing(args);
  return {
    here: hrefIn(paths.listingPhotos(listing.id)),
    uploads: { limit: UPLOADS, by: user.id },
    list: () => listPhotos(listing.id),
    add: (upload, by) => addPhoto(user, listing.id, upload, by),
    order: (ids) => orderPhotos(user, listing.id, ids),
    remove: (id) => removePhoto(user, listing.id, id),
    restore: (id) => restorePhoto(user, listing.id, id),
    describe: (id, alt) => describePhoto(user, listing.id, id, alt),
  };
}

type Describe = (photoId: string, alt: string) => Promise<unknown>;

/** Everything that the page of a listing's photos posts. */
export async function answerListingPhotos(args: ListingPageArgs) {
  const album = await openAlbum(args);
  const post = await requireFormPost(args);
  if (rawValue(post.raw, "intent") !== "describe")
    return answerPhotosPost(album, { ...post, fields: post.raw });
  const photoId = rawValue(post.raw, "photo");
  return answerForm(photoAltForm(photoId), post, async ({ alt = "" }) => {
    await album.describe(photoId, alt);
    return { ok: true, redirectTo: `${album.here}?done=saved` };
  });
}

/** One photo at a time, by the page's script. */
export async function answerListingPhotoUpload(args: ListingPageArgs): Promise<Response> {
  const { signal } = args.request;
  return answerPhotoUpload(await openAlbum(args), await requirePost(args.request), signal);
}
