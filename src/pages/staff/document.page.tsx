import { data } from "react-router";
import { readPageNumber } from "#domain/document/document.ts";
import { documentWord } from "#domain/document/document-words.ts";
import { countPages } from "#domain/document/documents.server.ts";
import { m } from "#messages/messages.js";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";
import type { Route } from "./+types/document.page.ts";
import { requireDocumentReader } from "./document-reader.server.ts";

/**
 * The view is recorded when the browser loads the picture: this page itself shows nothing of it.
 */
export async function loader(args: Route.LoaderArgs) {
  const { visitor, document } = await requireDocumentReader(args);
  const page = document && readPageNumber(new URL(args.request.url), document);
  const pageCount = document && (await countPages(document));
  if (!document || !page || (pageCount !== null && page > pageCount))
    throw data({ code: "no_such_document" }, { status: 404 });
  const { locale } = visitor;
  return {
    reference: document.reference,
    name: documentWord(document.kind, locale),
    uploaded: formatDateTime(document.uploadedAt, locale),
    path: paths.staffDocument(document.id),
    address: `${paths.staffDocumentFile(document.id)}?page=${page}`,
    page,
    pageCount: pageCount ?? 1,
  };
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.loaderData?.name ?? m.document_page_title(), isPrivate: true });

export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  const { reference, name, uploaded, path, address, page, pageCount } = loaderData;
  return (
    <div className="stack">
      <p>
        <Link to={paths.lead(reference)}>{m.document_page_back({ reference })}</Link>
      </p>
      <h1>{name}</h1>
      <p className="small muted">{m.document_page_on_record({ uploaded })}</p>
      {pageCount > 1 && (
        <nav className="flex flex-wrap gap-x-5 gap-y-1 small" aria-label={m.document_page_pages()}>
          <span className="figures font-semibold">
            {m.document_page_of({ page, count: pageCount })}
          </span>
          {page > 1 && <Link to={`${path}?page=${page - 1}`}>{m.document_page_previous()}</Link>}
          {page < pageCount && (
            <Link to={`${path}?page=${page + 1}`}>{m.document_page_next()}</Link>
          )}
        </nav>
      )}
      <img
        key={address}
        className="h-auto max-w-full border border-border print:hidden"
        src={address}
        alt={name}
      />
    </div>
  );
}
