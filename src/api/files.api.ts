import { type Context, Hono } from "hono";
import { formatPhotoStorageKey } from "#domain/listing/listing-photo.ts";
import { parsePicturePath } from "#packages/car-illustration/picture-address";
import { type PictureStore, pictureEtag } from "#platform/pictures/picture-store.server.ts";
import { drawAccentIcon, isReadableAccent, writeAccentStyles } from "#values/accent.ts";
import { isStorageKey, mediaKey } from "#platform/storage/media-address.ts";
import { storage } from "#platform/storage/storage.server.ts";

/** Such a file never changes: its name is random, or contains every property of a drawing. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** Uploaded pictures, re-encoded by us: people's under /media, cars' under /photos. */
export const uploadedFiles = new Hono()
  .get("/media/:folder/:name", (context) => stored(context, mediaKey(context.req.path)))
  .get("/photos/:name", (context) => {
    const key = formatPhotoStorageKey(context.req.param("name"));
    return stored(context, isStorageKey(key) ? key : null);
  });

async function stored(context: Context, key: string | null): Promise<Response> {
  const file = key && (await storage().get(key));
  if (!file) return context.notFound();
  return send(context, file);
}

/** What depends on the site's colour alone: its tokens, and the icon of a browser's tab. */
const ACCENT_FILES = {
  css: { contentType: "text/css; charset=utf-8", write: writeAccentStyles },
  svg: { contentType: "image/svg+xml", write: drawAccentIcon },
};
/** Not for ever: a release may change what follows from a colour. */
const FOR_A_DAY = "public, max-age=86400";

export const accentFiles = new Hono().get("/colours/:name", (context) => {
  const [, hex, type] = /^([0-9a-f]{6})\.(css|svg)$/.exec(context.req.param("name")) ?? [];
  if (!hex || !isReadableAccent(`#${hex}`)) return context.notFound();
  const { contentType, write } = ACCENT_FILES[type as keyof typeof ACCENT_FILES];
  context.header("cache-control", FOR_A_DAY);
  context.header("content-type", contentType);
  return context.body(write(`#${hex}`));
});

/** The drawn pictures of cars. */
export function drawnPictures(store: PictureStore): Hono {
  return new Hono().get("/pictures/:name", async (context) => {
    const address = parsePicturePath(context.req.path);
    if (!address) return context.notFound();
    context.header("etag", pictureEtag(address));
    if (context.req.header("if-none-match") === pictureEtag(address)) {
      return context.body(null, 304);
    }
    const picture = await store.read(address);
    if (!picture.ok) {
      context.header("retry-after", "2");
      return context.body(null, 503);
    }
    return send(context, picture);
  });
}

function send(
  context: Context,
  { bytes, contentType }: { bytes: Uint8Array; contentType: string },
) {
  context.header("cache-control", FOR_EVER);
  context.header("x-content-type-options", "nosniff");
  context.header("content-type", contentType);
  return context.body(Uint8Array.from(bytes));
}
