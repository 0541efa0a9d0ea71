import { DOCUMENT_KINDS, type DocumentKind } from "#domain/document/document.ts";
import { documentWord } from "#domain/document/document-words.ts";
import type { ListedDocument } from "#domain/document/documents.server.ts";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** The documents that came, and the kinds that can be asked for. */
export type LeadDocumentsView = {
  sent: readonly { id: string; name: string; at: string }[];
  kinds: readonly { kind: DocumentKind; name: string }[];
};

export function viewDocuments(
  documents: readonly ListedDocument[],
  locale: Locale,
): LeadDocumentsView {
  return {
    sent: documents.map(({ id, kind, uploadedAt }) => ({
      id,
      name: documentWord(kind, locale),
      at: formatDateTime(uploadedAt, locale),
    })),
    kinds: DOCUMENT_KINDS.map((kind) => ({ kind, name: documentWord(kind, locale) })),
  };
}
