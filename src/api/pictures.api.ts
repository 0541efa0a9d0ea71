import { Hono } from "hono";
import { parsePicturePath } from "#packages/car-illustration/picture-address";
import { type PictureStore, pictureEtag } from "#platform/pictures/picture-store.server.ts";

/** The drawn pictures, under addresses that say all of a picture: a year in every cache. */
export function picturesApi(store: PictureStore): Hono {
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
    context.header("x-content-type-options", "nosniff");
    context.header("cache-control", "public, max-age=31536000, immutable");
    context.header("content-type", picture.contentType);
    return context.body(Uint8Array.from(picture.bytes));
  });
}
