import { data, redirect, type RouterContextProvider } from "react-router";
import { findDraft } from "#domain/draft/draft.server.ts";
import { firstOpenPlace, isReachable, type Place, placePath } from "#forms/steps.ts";
import { oneLine } from "#forms/questions/text.ts";
import { m } from "#messages/messages.js";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#site/paths.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { type Visitor, readVisitor } from "#platform/request/visitor.server.ts";
import {
  photoRefusalWords,
  LISTING_PHOTOS_MAX_MB,
} from "#pages/account/my-listings/photo-upload.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import {
  addRequestPhoto,
  removeRequestPhoto,
  type RequestPhoto,
  listRequestPhotos,
} from "#domain/sell-request/request-photos.server.ts";

/** The last step, where the photos stand among the answers. */
const REVIEW: Place = { step: sellCarForm.steps[6] };

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** Without an account the address is all there is to count by; an office shares one. */
const UPLOADS: RateLimit = { name: "sale photo uploads", most: 240, windowMs: 60 * 60 * 1000 };

type SalePhotosPage = {
  photos: RequestPhoto[];
  /** Back to where the person was: the review, or the step that is next. */
  backHref: string;
  /** What became of an upload that was too large to be read at all. */
  errors: string[];
};

/** The photos of the car that is being described; who describes none is led to the first step. */
export async function openSalePhotos({ request, context }: Args): Promise<SalePhotosPage> {
  const visitor = readVisitor({ context });
  const draft = await liveDraft(visitor);
  const open = firstOpenPlace(sellCarForm, draft);
  const next = open && "step" in open ? open : REVIEW;
  const isTooMuch = new URL(request.url).searchParams.get("failed") === "too_much";
  return {
    photos: await listRequestPhotos(draft.id),
    backHref: hrefIn(placePath(sellCarForm, next), visitor.locale),
    errors: isTooMuch ? [m.seller_photos_too_much({ mb: LISTING_PHOTOS_MAX_MB })] : [],
  };
}

/** Everything that the page posts: uploads, and taking one away. */
export async function answerSalePhotos({ request, context }: Args) {
  const visitor = readVisitor({ context });
  const draft = await liveDraft(visitor);
  const fields = await postedForm(request);
  const here = hrefIn(paths.sellCarPhotos(), visitor.locale);
  if (fields.get("intent") === "remove") {
    const photo = fields.get("photo");
    await removeRequestPhoto(draft.id, typeof photo === "string" ? photo : "");
    throw redirect(here, 303);
  }
  const { errors, retryAfterSeconds } = await upload(draft.id, fields.getAll("files"), visitor);
  if (retryAfterSeconds !== undefined) {
    const headers = { "retry-after": String(retryAfterSeconds) };
    return data({ errors }, { status: 429, headers });
  }
  if (errors.length > 0) return data({ errors }, { status: 422 });
  throw redirect(here, 303);
}

type Uploaded = {
  errors: string[];
  /** Set where there were more than an hour takes; what came before them was looked at. */
  retryAfterSeconds?: number;
};

/** Good files are stored also where others beside them are refused. */
async function upload(
  draftId: string,
  files: readonly FormDataEntryValue[],
  { ipAddress, locale }: Visitor,
): Promise<Uploaded> {
  const given = files.filter((file) => file instanceof File).filter(({ size }) => size > 0);
  if (given.length === 0) return { errors: [m.seller_photo_missing()] };
  const errors: string[] = [];
  for (const file of given) {
    const limit = await countAgainst(UPLOADS, ipAddress);
    if (!limit.ok) {
      const { retryAfterSeconds } = limit;
      return { errors: [...errors, m.seller_too_many()], retryAfterSeconds };
    }
    const added = await addRequestPhoto(draftId, new Uint8Array(await file.arrayBuffer()));
    if (added.ok) continue;
    // Sent in the meantime, by another tab: the last step says so.
    if (added.code === "already_sent")
      throw redirect(hrefIn(placePath(sellCarForm, REVIEW), locale), 303);
    errors.push(photoRefusalWords(added.code, oneLine(file.name).slice(0, 80)));
  }
  return { errors };
}

/** The draft of who has at least said which car it is. */
async function liveDraft(visitor: Visitor) {
  const draft = await findDraft(visitor.visitorHash, sellCarForm);
  const isBegun =
    draft !== null &&
    draft.sentReference === null &&
    isReachable(sellCarForm, sellCarForm.steps[1].slug, draft);
  if (!isBegun) throw redirect(hrefIn(paths.sellCar(), visitor.locale));
  return draft;
}
