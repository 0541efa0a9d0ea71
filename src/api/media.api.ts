import { Hono } from "hono";
import { mediaKey } from "#platform/storage/media-address.ts";
import { storage } from "#platform/storage/storage.server.ts";

/** Uploaded pictures, drawn anew by us. Their names are random and what they name never changes. */
export const mediaApi = new Hono().get("/media/:folder/:name", async (context) => {
  const key = mediaKey(context.req.path);
  const file = key && (await storage().get(key));
  if (!file) return context.notFound();
  context.header("cache-control", "public, max-age=31536000, immutable");
  context.header("x-content-type-options", "nosniff");
  context.header("content-type", file.contentType);
  return context.body(Uint8Array.from(file.bytes));
});
