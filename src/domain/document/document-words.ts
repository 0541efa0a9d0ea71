import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import {
  DOCUMENT_MAX_MB,
  type DocumentRefusal,
  MOST_DOCUMENTS,
  MOST_PAGES,
  type StoredKind,
} from "./document.ts";

const KINDS: Record<StoredKind, (_: object, in_: { locale: Locale }) => string> = {
  pay_stub: m.document_kind_pay_stub,
  drivers_licence: m.document_kind_drivers_licence,
  void_cheque: m.document_kind_void_cheque,
  mail_attachment: m.document_kind_mail_attachment,
};

export function documentWord(kind: StoredKind, locale: Locale): string {
  return KINDS[kind]({}, { locale });
}

/** Why an upload was refused. */
export function describeDocumentRefusal(code: DocumentRefusal): string {
  switch (code) {
    case "no_file":
      return m.document_problem_no_file();
    case "too_large":
      return m.document_problem_too_large({ mb: DOCUMENT_MAX_MB });
    case "not_a_document":
      return m.document_problem_not_a_document();
    case "locked_pdf":
      return m.document_problem_locked_pdf();
    case "too_many_pages":
      return m.document_problem_too_many_pages({ most: MOST_PAGES });
    case "too_many":
      return m.document_problem_too_many({ most: MOST_DOCUMENTS });
  }
}
