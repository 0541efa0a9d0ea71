import { Hono } from "hono";
import { storage } from "#platform/storage/storage.server.ts";
import { isStorageKey } from "#platform/storage/media-address.ts";
import { formatPhotoStorageKey } from "#domain/listing/listing-photo.ts";

/** The files of photos. Their names are random, and what a name stands for never changes. */
export const photoApi = new Hono().get("/photos/:name", async (context) => {
  const key = formatPhotoStorageKey(context.req.param("name"));
  const file = isStorageKey(key) ? await storage().get(key) : null;
  if (!file) return context.notFound();
  context.header("cache-control", "public, max-age=31536000, immutable");
  context.header("x-content-type-options", "nosniff");
  context.header("content-type", file.contentType);
  return context.body(Uint8Array.from(file.bytes));
});
