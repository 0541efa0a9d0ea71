import { data } from "react-router";
import {
  addPhoto,
  describePhoto,
  listPhotos,
  orderPhotos,
  removePhoto,
  restorePhoto,
} from "#domain/listing/listing-photos.server.ts";
import { oneLine } from "#forms/questions/text.ts";
import { m } from "#messages/messages.js";
import {
  type Album,
  answerPhotosPost,
  answerPhotoUpload,
  type UploadRefusal,
} from "#pages/photos/album.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import type { RateLimit } from "#platform/limit/rate-limit.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { holdsSin } from "#values/sin.ts";
import { type ListingPageArgs, requireListing } from "./seller-access.server.ts";

/** A person who fills several listings in an afternoon stays below; a program does not. */
const UPLOADS: RateLimit = { name: "photo uploads", most: 120, windowMs: 60 * 60 * 1000 };
const ALT_MAX_LENGTH = 200;

async function openAlbum(args: ListingPageArgs): Promise<Album & { describe: Describe }> {
  const { user, listing } = await requireListing(args);
  return {
    here: hrefIn(paths.listingPhotos(listing.id)),
    uploads: { limit: UPLOADS, by: user.id },
    list: () => listPhotos(listing.id),
    add: (upload, id) => addPhoto(user, listing.id, upload, id),
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
  const post = await requirePost(args.request);
  const field = (name: string) => rawValue(post.fields, name);
  if (field("intent") !== "describe") return answerPhotosPost(album, post);
  const alt = [...oneLine(field("alt"))].slice(0, ALT_MAX_LENGTH).join("");
  if (holdsSin(alt)) {
    const errors = [m.forms_error_holds_sin({ name: m.seller_photo_alt_hint() })];
    return data<UploadRefusal>({ errors }, { status: 422 });
  }
  await album.describe(field("photo"), alt);
  throw redirectTo(`${album.here}?done=saved`);
}

/** One photo at a time, by the page's script. */
export async function answerListingPhotoUpload(args: ListingPageArgs): Promise<Response> {
  return answerPhotoUpload(await openAlbum(args), await requirePost(args.request));
}
