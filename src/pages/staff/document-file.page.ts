import { data } from "react-router";
import { readPageNumber } from "#domain/document/document.ts";
import { openDocument } from "#domain/document/documents.server.ts";
import { drawForViewer, wordWatermark } from "#domain/document/watermark.server.ts";
import type { Route } from "./+types/document-file.page.ts";
import { requireDocumentReader } from "./document-reader.server.ts";

/**
 * A page of a document as the browser shows it: always a picture, with the viewer's name drawn all
 * over it. The file itself is sent to nobody.
 */
export async function loader(args: Route.LoaderArgs) {
  const { user, document } = await requireDocumentReader(args);
  const page = document && readPageNumber(new URL(args.request.url), document);
  if (!document || !page) throw data(null, { status: 404 });
  const bytes = await openDocument(document, user);
  if (!bytes) throw data(null, { status: 410 });
  const { contentType, reference } = document;
  const watermark = wordWatermark(user, reference);
  const picture = await drawForViewer(bytes, { contentType, page, watermark });
  if (!picture) throw data(null, { status: 404 });
  return new Response(Uint8Array.from(picture), {
    headers: {
      "content-type": "image/webp",
      "content-disposition": "inline",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
