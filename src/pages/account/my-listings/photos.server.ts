import { data } from "react-router";
import { oneLine } from "#forms/questions/text.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { postedForm, postedText } from "#platform/request/posted-form.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { type ListingPageArgs, requireListing } from "./seller-access.server.ts";
import { movePhoto, type PhotoStep } from "#domain/listing/listing-photo.ts";
import { photoRefusalWords } from "./photo-upload.ts";
import {
  addPhoto,
  describePhoto,
  orderPhotos,
  removePhoto,
  restorePhoto,
  listPhotos,
} from "#domain/listing/listing-photos.server.ts";
import { holdsSin } from "#values/sin.ts";

/** A person who fills several listings in an afternoon stays below; a program does not. */
const UPLOADS: RateLimit = { name: "photo uploads", most: 120, windowMs: 60 * 60 * 1000 };
const ALT_MAX_LENGTH = 200;

/** What was wrong with an upload, a sentence a file. */
type UploadRefusal = { errors: string[] };

/** Everything that the page of a listing's photos posts. */
export async function answerPhotosPost(args: ListingPageArgs) {
  const { user, listing } = await requireListing(args);
  const here = hrefIn(paths.listingPhotos(listing.id));
  const fields = await postedForm(args.request);
  const photoId = postedText(fields, "photo");
  switch (fields.get("intent")) {
    case "upload":
      return upload(user, listing.id, fields.getAll("files"), here);
    case "earlier":
    case "later":
    case "first": {
      const ids = (await listPhotos(listing.id)).map(({ id }) => id);
      await orderPhotos(
        user,
        listing.id,
        movePhoto(ids, photoId, fields.get("intent") as PhotoStep),
      );
      throw redirectTo(here);
    }
    case "order":
      await orderPhotos(user, listing.id, postedText(fields, "order").split(","));
      throw redirectTo(here);
    case "remove": {
      const removed = await removePhoto(user, listing.id, photoId);
      throw redirectTo(removed.ok ? `${here}?removed=${removed.id}` : here);
    }
    case "restore": {
      const restored = await restorePhoto(user, listing.id, photoId);
      throw redirectTo(restored.ok ? `${here}?done=restored` : here);
    }
    case "describe": {
      const alt = [...oneLine(postedText(fields, "alt"))].slice(0, ALT_MAX_LENGTH).join("");
      if (holdsSin(alt)) {
        const name = m.seller_photo_alt_hint();
        return data<UploadRefusal>(
          { errors: [m.forms_error_holds_sin({ name })] },
          { status: 422 },
        );
      }
      await describePhoto(user, listing.id, photoId, alt);
      throw redirectTo(`${here}?done=saved`);
    }
    default:
      throw data(null, { status: 400 });
  }
}

/** Good files are stored also where others beside them are refused. */
async function upload(
  user: SignedInUser,
  listingId: string,
  files: readonly FormDataEntryValue[],
  here: string,
) {
  const given = files.filter((file) => file instanceof File).filter(({ size }) => size > 0);
  if (given.length === 0)
    return data<UploadRefusal>({ errors: [m.seller_photo_missing()] }, { status: 422 });
  const errors: string[] = [];
  for (const file of given) {
    const limit = await countAgainst(UPLOADS, user.id);
    if (!limit.ok) {
      const headers = { "retry-after": String(limit.retryAfterSeconds) };
      errors.push(m.seller_too_many());
      return data<UploadRefusal>({ errors }, { status: 429, headers });
    }
    const added = await addPhoto(user, listingId, new Uint8Array(await file.arrayBuffer()));
    if (!added.ok) errors.push(photoRefusalWords(added.code, oneLine(file.name).slice(0, 80)));
  }
  if (errors.length > 0) return data<UploadRefusal>({ errors }, { status: 422 });
  throw redirectTo(`${here}?done=photos`);
}
