import { data } from "react-router";
import { DOCUMENT_MAX_MB, isDocumentKind } from "#domain/document/document.ts";
import { describeDocumentRefusal, documentWord } from "#domain/document/document-words.ts";
import { limitUploads, listDocuments, storeDocument } from "#domain/document/documents.server.ts";
import { findDocumentRequest } from "#domain/document/request-documents.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { privateHeaders, redirectTo, requireFormPost } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { TextField } from "#ui/field.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/documents.page.ts";
import stylesheet from "../sell-request/requests.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const { locale } = readVisitor(args);
  const request = await findDocumentRequest(args.params.token);
  if (!request) throw data({ code: "link_over" }, { status: 404 });
  const here = await listDocuments(request.submissionId);
  return {
    isReceived: new URL(args.request.url).searchParams.has("received"),
    kinds: request.kinds.map((kind) => ({
      kind,
      name: documentWord(kind, locale),
      count: here.filter((document) => document.kind === kind).length,
    })),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ipAddress } = readVisitor(args);
  const { raw, files } = await requireFormPost(args);
  const request = await findDocumentRequest(args.params.token);
  if (!request) throw data({ code: "link_over" }, { status: 404 });
  const kind = rawValue(raw, "kind");
  if (!isDocumentKind(kind) || !request.kinds.includes(kind)) throw data(null, { status: 422 });
  const limit = await limitUploads(ipAddress);
  if (!limit.ok) {
    const headers = { "retry-after": String(limit.retryAfterSeconds) };
    return data({ kind, problem: m.document_too_many_uploads() }, { status: 429, headers });
  }
  const [file] = files.get("file") ?? [];
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
  const stored = await storeDocument(request, kind, bytes);
  if (!stored.ok) {
    return data({ kind, problem: describeDocumentRefusal(stored.code) }, { status: 422 });
  }
  throw redirectTo(`${hrefIn(paths.documents(args.params.token))}?received`);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.documents_title(), isPrivate: true });

/**
 * The documents that an e-mailed link asks an applicant for, each with its upload; it works without
 * JavaScript.
 */
export default function DocumentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kinds, isReceived } = loaderData;
  const problem = actionData?.problem;
  const received = isReceived && !problem;
  return (
    <div className="page-width page">
      {problem && <ErrorSummary errors={[{ id: `file-${actionData.kind}`, message: problem }]} />}
      <div className="page-head">
        <h1>{m.documents_title()}</h1>
        <p>{m.documents_lead({ mb: DOCUMENT_MAX_MB })}</p>
      </div>
      <NoticeLine notice={received ? { text: m.documents_received(), isError: false } : null} />
      <div className="grid max-w-130 gap-5">
        {kinds.map(({ kind, name, count }) => (
          <form
            key={kind}
            className="card p-6"
            method="post"
            encType="multipart/form-data"
            aria-label={name}
          >
            <h2>{name}</h2>
            {count > 0 && <p className="small muted mt-1">{m.documents_have({ count })}</p>}
            <input type="hidden" name="kind" value={kind} />
            <TextField
              id={`file-${kind}`}
              className="mt-3"
              name="file"
              type="file"
              accept="image/jpeg,image/png,image/heic,.heic,.heif,application/pdf"
              label={count > 0 ? m.documents_another() : m.documents_choose()}
              error={actionData?.kind === kind ? problem : undefined}
            />
            <Button type="submit" className="mt-4">
              {m.documents_send({ name })}
            </Button>
          </form>
        ))}
        <p className="small muted">{m.documents_kept()}</p>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <div className="page-width page">
      <div className="page-head">
        <h1>{m.documents_link_over_title()}</h1>
        <p>{m.documents_link_over_text()}</p>
      </div>
    </div>
  );
}
