import { data } from "react-router";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import type { AddedPhoto, StoredPhoto, UploadedBy } from "#domain/listing/photo-store.server.ts";
import { movePhoto } from "#domain/listing/listing-photo.ts";
import { photoAltForm } from "#domain/listing/listing.form.ts";
import { oneLine } from "#forms/questions/text.ts";
import { m } from "#messages/messages.js";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { handleForm } from "#pages/form/handle-form.server.ts";
import { type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { photoRefusalWords } from "./photo-limits.ts";
import type { UploadResult } from "./post-photo.ts";

type Changed = { ok: true; id: string } | { ok: false; code: string };

/** A car's photos, for a person who may change them: of a listing, or of a draft sell request. */
export type Album = {
  /** The path of its page. */
  here: string;
  /** The hourly limit of uploads, and the key by which they are counted. */
  uploads: { limit: RateLimit; by: string };
  list: () => Promise<readonly (StoredPhoto & { id: string })[]>;
  add: (
    upload: Uint8Array,
    by?: UploadedBy,
  ) => Promise<AddedPhoto<"not_found" | "already_sent" | StaffChangeRefusal>>;
  order: (ids: readonly string[]) => Promise<unknown>;
  remove: (id: string) => Promise<Changed>;
  restore: (id: string) => Promise<Changed>;
  /** If its request was sent in the meantime: the path of the page that says so. */
  sentHref?: string;
};

/** The errors of an upload, one sentence per file. */
export type UploadRefusal = { errors: string[] };

/** What an album's page posts without its script; its buttons post it with the script too. */
export const albumCommands = defineCommands<Album>()({
  upload: { run: ({ post }, album) => upload(album, post.files.get("files") ?? []) },
  earlier: { run: ({ field }, album) => move(album, field("photo"), "earlier") },
  later: { run: ({ field }, album) => move(album, field("photo"), "later") },
  first: { run: ({ field }, album) => move(album, field("photo"), "first") },
  order: {
    async run({ field }, { order, here }) {
      await order(field("order").split(","));
      throw redirectTo(here);
    },
  },
  remove: {
    async run({ field }, { remove, here }) {
      const removed = await remove(field("photo"));
      throw redirectTo(removed.ok ? `${here}?removed=${removed.id}` : here);
    },
  },
  restore: {
    async run({ field }, { restore, here }) {
      const restored = await restore(field("photo"));
      throw redirectTo(restored.ok ? `${here}?done=restored` : here);
    },
  },
});
export type AlbumPress = keyof typeof albumCommands;

/** An album whose photos have alternative texts. */
export type DescribedAlbum = Album & {
  describe: (photoId: string, alt: string) => Promise<unknown>;
};

export const describedAlbumCommands = defineCommands<DescribedAlbum>()({
  ...albumCommands,
  describe: {
    run({ post, field }, { describe, here }) {
      const photoId = field("photo");
      return handleForm(photoAltForm(photoId), post, async ({ alt = "" }) => {
        await describe(photoId, alt);
        return { ok: true, redirectTo: `${here}?done=saved` };
      });
    },
  },
});
export type DescribedAlbumPress = keyof typeof describedAlbumCommands;

async function move(
  album: Album,
  photoId: string,
  where: "earlier" | "later" | "first",
): Promise<never> {
  const ids = (await album.list()).map(({ id }) => id);
  await album.order(movePhoto(ids, photoId, where));
  throw redirectTo(album.here);
}

/** Valid files are stored even if others of the same post are refused. */
async function upload(album: Album, files: readonly File[]) {
  const posted = files.filter(({ size }) => size > 0);
  if (posted.length === 0)
    return data<UploadRefusal>({ errors: [m.seller_photo_missing()] }, { status: 422 });
  const errors: string[] = [];
  for (const file of posted) {
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

/**
 * What the page's script posts: one photo with its id, or the removal of one that it cancelled too
 * late.
 */
const uploadCommands = defineCommands<Album>()({
  add: {
    async run({ args, post, field }, album): Promise<Response> {
      const [file] = post.files.get("files") ?? [];
      if (!file) return Response.json(null, { status: 400 });
      const { signal } = args.request;
      const added = await addCounted(album, file, { id: field("id"), signal });
      const photo = added.ok ? (await album.list()).find(({ id }) => id === added.id) : undefined;
      if (added.ok && photo) {
        const { key, widthPx, heightPx } = photo;
        const result: UploadResult = { ok: true, photo: { key, widthPx, heightPx } };
        return Response.json(result);
      }
      const isBusy = !added.ok && added.code === "too_many_uploads";
      const text = added.ok ? m.photos_failed() : added.text;
      const outcome: UploadResult = { ok: false, text, canRetry: isBusy };
      const headers = isBusy ? added.headers : {};
      return Response.json(outcome, { status: isBusy ? 429 : 422, headers });
    },
  },
  remove: {
    async run({ field }, album): Promise<Response> {
      await album.remove(field("photo"));
      return Response.json({ ok: true });
    },
  },
});
export type UploadPress = keyof typeof uploadCommands;

export function handlePhotoUpload(args: PageArgs, album: Album): Promise<Response> {
  return runCommand(args, uploadCommands, album, { otherwise: "add" });
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
