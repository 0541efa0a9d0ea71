import { data } from "react-router";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import type { AddedPhoto, StoredPhoto, UploadedBy } from "#domain/listing/photo-store.server.ts";
import { movePhoto } from "#domain/listing/listing-photo.ts";
import { oneLine } from "#forms/questions/text.ts";
import { m } from "#messages/messages.js";
import { redirectTo } from "#pages/session/guards.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { FormPost } from "#platform/request/read-post.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { photoRefusalWords } from "./photo-limits.ts";
import type { UploadAnswer } from "./post-photo.ts";

type Changed = { ok: true; id: string } | { ok: false; code: string };

/** What holds a car's photos, for whoever may change them: a listing, or a request under way. */
export type Album = {
  /** The address of its page. */
  here: string;
  /** Uploads in an hour, and by what they are counted. */
  uploads: { limit: RateLimit; by: string };
  list: () => Promise<readonly (StoredPhoto & { id: string })[]>;
  add: (
    upload: Uint8Array,
    by?: UploadedBy,
  ) => Promise<AddedPhoto<"not_found" | "already_sent" | StaffChangeRefusal>>;
  order: (ids: readonly string[]) => Promise<unknown>;
  remove: (id: string) => Promise<Changed>;
  restore: (id: string) => Promise<Changed>;
  /** Where it was sent in the meantime: the page that says so. */
  sentHref?: string;
};

/** What was wrong with an upload, a sentence a file. */
export type UploadRefusal = { errors: string[] };

/** What the page of an album posts without the page's script, and its buttons with it. */
export async function answerPhotosPost(album: Album, { fields, files }: FormPost) {
  const photoId = rawValue(fields, "photo");
  const intent = rawValue(fields, "intent");
  const { here } = album;
  switch (intent) {
    case "upload":
      return upload(album, files.get("files") ?? []);
    case "earlier":
    case "later":
    case "first": {
      const ids = (await album.list()).map(({ id }) => id);
      await album.order(movePhoto(ids, photoId, intent));
      throw redirectTo(here);
    }
    case "order":
      await album.order(rawValue(fields, "order").split(","));
      throw redirectTo(here);
    case "remove": {
      const removed = await album.remove(photoId);
      throw redirectTo(removed.ok ? `${here}?removed=${removed.id}` : here);
    }
    case "restore": {
      const restored = await album.restore(photoId);
      throw redirectTo(restored.ok ? `${here}?done=restored` : here);
    }
    default:
      throw data(null, { status: 400 });
  }
}

/** Good files are stored also where others beside them are refused. */
async function upload(album: Album, files: readonly File[]) {
  const given = files.filter(({ size }) => size > 0);
  if (given.length === 0)
    return data<UploadRefusal>({ errors: [m.seller_photo_missing()] }, { status: 422 });
  const errors: string[] = [];
  for (const file of given) {
    const added = await addCounted(album, file);
    if (added.ok) continue;
    if (added.code === "already_sent" && album.sentHref) throw redirectTo(album.sentHref);
    errors.push(added.text);
    if (added.code === "too_many_uploads")
      return data<UploadRefusal>({ errors }, { status: 429, headers: added.headers });
  }
  if (errors.length > 0) return data<UploadRefusal>({ errors }, { status: 422 });
  throw redirectTo(`${album.here}?done=photos`);
}

/** One photo, sent by the page's script, which names it; or one that it called off too late. */
export async function answerPhotoUpload(
  album: Album,
  { fields, files }: FormPost,
  signal: AbortSignal,
): Promise<Response> {
  if (rawValue(fields, "intent") === "remove") {
    await album.remove(rawValue(fields, "photo"));
    return Response.json({ ok: true });
  }
  const [file] = files.get("files") ?? [];
  if (!file) return Response.json(null, { status: 400 });
  const added = await addCounted(album, file, { id: rawValue(fields, "id"), signal });
  const photo = added.ok ? (await album.list()).find(({ id }) => id === added.id) : undefined;
  if (added.ok && photo) {
    const { key, widthPx, heightPx } = photo;
    const answer: UploadAnswer = { ok: true, photo: { key, widthPx, heightPx } };
    return Response.json(answer);
  }
  const isBusy = !added.ok && added.code === "too_many_uploads";
  const text = added.ok ? m.photos_failed() : added.text;
  const answer: UploadAnswer = { ok: false, text, canRetry: isBusy };
  const headers = isBusy ? added.headers : {};
  return Response.json(answer, { status: isBusy ? 429 : 422, headers });
}

async function addCounted({ uploads, add }: Album, file: File, by?: UploadedBy) {
  const limit = await countAgainst(uploads.limit, uploads.by);
  if (!limit.ok) {
    const headers = { "retry-after": String(limit.retryAfterSeconds) };
    return { ok: false, code: "too_many_uploads", text: m.seller_too_many(), headers } as const;
  }
  const added = await add(new Uint8Array(await file.arrayBuffer()), by);
  if (added.ok) return added;
  const { code } = added;
  return {
    ok: false,
    code,
    text: photoRefusalWords(code, oneLine(file.name).slice(0, 80)),
  } as const;
}
