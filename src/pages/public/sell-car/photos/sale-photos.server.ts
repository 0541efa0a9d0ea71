import { redirect } from "react-router";
import { findDraft } from "#domain/draft/draft.server.ts";
import {
  addRequestPhoto,
  listRequestPhotos,
  orderRequestPhotos,
  removeRequestPhoto,
  restoreRequestPhoto,
} from "#domain/sell-request/request-photos.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import {
  firstOpenDestination,
  isReachable,
  type Destination,
  destinationPath,
} from "#forms/steps.ts";
import { m } from "#messages/messages.js";
import { runCommand } from "#pages/command/commands.server.ts";
import { type Album, albumCommands, handlePhotoUpload } from "#pages/photos/album.server.ts";
import { LISTING_PHOTOS_MAX_MB } from "#pages/photos/photo-limits.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import type { RateLimit } from "#platform/limit/rate-limit.server.ts";
import { readVisitor, type Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isUuid } from "#values/uuid.ts";

/** The last step, which shows the photos with the answers. */
const REVIEW: Destination = { step: sellCarForm.steps[6] };

/** Without an account, uploads are counted by IP address, which an office shares. */
const UPLOADS: RateLimit = { name: "sale photo uploads", most: 240, windowMs: 60 * 60 * 1000 };

/** The photos of the car in the draft; without a draft it redirects to the first step. */
export async function openSalePhotos({ request, context }: PageArgs) {
  const visitor = readVisitor({ context });
  const draft = await requireDraft(visitor);
  const photos = await listRequestPhotos(draft.id);
  const open = firstOpenDestination(sellCarForm, draft);
  const query = new URL(request.url).searchParams;
  const removed = query.get("removed") ?? "";
  const canComeBack = isUuid(removed) && photos.every(({ id }) => id !== removed);
  return {
    photos,
    removedId: canComeBack ? removed : null,
    /** Back to the review, or the next step to do. */
    backHref: hrefIn(
      destinationPath(sellCarForm, open && "step" in open ? open : REVIEW),
      visitor.locale,
    ),
    /** The error of an upload that was too large to be read. */
    errors:
      query.get("failed") === "too_much"
        ? [m.seller_photos_too_much({ mb: LISTING_PHOTOS_MAX_MB })]
        : [],
  };
}

/** Everything that the page posts. */
export async function handleSalePhotos(args: PageArgs) {
  return runCommand(args, albumCommands, await openAlbum(readVisitor(args)));
}

/** One photo at a time, by the page's script. */
export async function handleSalePhotoUpload(args: PageArgs): Promise<Response> {
  return handlePhotoUpload(args, await openAlbum(readVisitor(args)));
}

async function openAlbum(visitor: Visitor): Promise<Album> {
  const { id: draftId } = await requireDraft(visitor);
  return {
    here: hrefIn(paths.sellCarPhotos(), visitor.locale),
    uploads: { limit: UPLOADS, by: visitor.ipAddress },
    list: () => listRequestPhotos(draftId),
    add: (upload, by) => addRequestPhoto(draftId, upload, by),
    order: (ids) => orderRequestPhotos(draftId, ids),
    remove: (id) => removeRequestPhoto(draftId, id),
    restore: (id) => restoreRequestPhoto(draftId, id),
    // Another tab has sent the form: the last step says so.
    sentHref: hrefIn(destinationPath(sellCarForm, REVIEW), visitor.locale),
  };
}

/** The draft, if it says at least which car it is. */
async function requireDraft(visitor: Visitor) {
  const draft = await findDraft(visitor.visitorHash, sellCarForm);
  const isBegun =
    draft !== null &&
    draft.sentReference === null &&
    isReachable(sellCarForm, sellCarForm.steps[1].slug, draft);
  if (!isBegun) throw redirect(hrefIn(paths.sellCar(), visitor.locale));
  return draft;
}
