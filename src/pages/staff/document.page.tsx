import { data } from "react-router";
import { documentWord } from "#domain/document/document-words.ts";
import { findDocument } from "#domain/document/documents.server.ts";
import { wordWatermark } from "#domain/document/watermark.server.ts";
import { m } from "#messages/messages.js";
import {
  privateHeaders,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";
import { isUuid } from "#values/uuid.ts";
import type { Route } from "./+types/document.page.ts";

/** The document's own address records the look: this page shows nothing of it by itself. */
export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requirePermission(args, "workLeads");
  requireFreshFactor(args);
  const { id } = args.params;
  const document = isUuid(id) ? await findDocument(id) : null;
  if (!document) throw data({ code: "no_such_document" }, { status: 404 });
  const { locale } = visitor;
  return {
    reference: document.reference,
    name: documentWord(document.kind, locale),
    uploaded: formatDateTime(document.uploadedAt, locale),
    isPdf: document.contentType === "application/pdf",
    address: paths.staffDocumentFile(document.id),
    watermark: wordWatermark(user, document.reference),
  };
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.loaderData?.name ?? m.document_page_title(), isPrivate: true });

const LINES = Array.from({ length: 24 }, (_, line) => line);

export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  const { reference, name, uploaded, isPdf, address, watermark } = loaderData;
  return (
    <div className="stack">
      <p>
        <Link to={paths.lead(reference)}>{m.document_page_back({ reference })}</Link>
      </p>
      <h1>{name}</h1>
      <p className="small muted">{m.document_page_on_record({ uploaded })}</p>
      {isPdf ? (
        // Browsers show no PDF in a sandboxed frame; their viewers run it apart from the page.
        <div className="relative overflow-hidden print:hidden">
          <iframe className="h-[80dvh] w-full border-0" src={address} title={name} />
          <div
            className="pointer-events-none absolute inset-0 grid content-around overflow-hidden text-center text-destructive opacity-30 select-none"
            aria-hidden
          >
            {LINES.map((line) => (
              <span key={line} className="-rotate-12 whitespace-nowrap">
                {`${watermark}    ${watermark}`}
              </span>
            ))}
          </div>
        </div>
      ) : (
        <img className="h-auto max-w-full" src={address} alt={name} />
      )}
    </div>
  );
}
