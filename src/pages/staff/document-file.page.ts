import { data } from "react-router";
import { findDocument, openDocument } from "#domain/document/documents.server.ts";
import { drawWatermark, wordWatermark } from "#domain/document/watermark.server.ts";
import { requireFreshFactor, requirePermission } from "#pages/session/guards.server.ts";
import { isUuid } from "#values/uuid.ts";
import type { Route } from "./+types/document-file.page.ts";

/** A document as the browser shows it: a picture with the name of who looks drawn all over it. */
export async function loader(args: Route.LoaderArgs) {
  const { user } = requirePermission(args, "workLeads");
  requireFreshFactor(args);
  const { id } = args.params;
  const document = isUuid(id) ? await findDocument(id) : null;
  if (!document) throw data(null, { status: 404 });
  const bytes = await openDocument(document, user);
  if (!bytes) throw data(null, { status: 410 });
  const { contentType, reference } = document;
  const shown =
    contentType === "application/pdf"
      ? bytes
      : await drawWatermark(bytes, wordWatermark(user, reference));
  return new Response(Uint8Array.from(shown), {
    headers: {
      "content-type": contentType,
      "content-disposition": "inline",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
