import {
  addPhoto,
  describePhoto,
  listPhotos,
  orderPhotos,
  removePhoto,
  restorePhoto,
} from "#domain/listing/listing-photos.server.ts";
import { runCommand } from "#pages/command/commands.server.ts";
import {
  handlePhotoUpload,
  type DescribedAlbum,
  describedAlbumCommands,
} from "#pages/photos/album.server.ts";
import type { RateLimit } from "#platform/limit/rate-limit.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { type ListingPageArgs, requireListing } from "./seller-access.server.ts";

/** High enough for a person who fills several listings in an afternoon, too low for a program. */
const UPLOADS: RateLimit = { name: "photo uploads", most: 120, windowMs: 60 * 60 * 1000 };

async function openAlbum(args: ListingPageArgs): Promise<DescribedAlbum> {
  const { user, listing } = await requireListing(args, "changeAnyPhotos");
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

/** Everything that the page of a listing's photos posts. */
export async function handleListingPhotos(args: ListingPageArgs) {
  return runCommand(args, describedAlbumCommands, await openAlbum(args));
}

/** One photo at a time, by the page's script. */
export async function handleListingPhotoUpload(args: ListingPageArgs): Promise<Response> {
  return handlePhotoUpload(args, await openAlbum(args));
}
