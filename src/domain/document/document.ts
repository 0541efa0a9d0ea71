/** What a lender wants to see besides the answers. */
export const DOCUMENT_KINDS = ["pay_stub", "drivers_licence", "void_cheque"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export function isDocumentKind(value: unknown): value is DocumentKind {
  return DOCUMENT_KINDS.some((kind) => kind === value);
}

/** What is stored: what was asked for, and what came with a mail, whose kind nobody knows. */
export const STORED_KINDS = [...DOCUMENT_KINDS, "mail_attachment"] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

export function isStoredKind(value: unknown): value is StoredKind {
  return STORED_KINDS.some((kind) => kind === value);
}

/**
 * A picture is re-encoded, so that only its pixels are stored. A PDF is stored as it was sent, and
 * each view of a page is rendered anew: no browser gets the file.
 */
export const DOCUMENT_TYPES = ["image/webp", "application/pdf"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const DOCUMENT_MAX_MB = 10;
export const DOCUMENT_MAX_BYTES = DOCUMENT_MAX_MB * 1024 * 1024;
/** Per application: both sides of a licence, a few pay stubs. */
export const MOST_DOCUMENTS = 20;
/** For how many days the link in the e-mail works. */
export const DOCUMENT_LINK_DAYS = 14;

/** Per PDF. A monthly statement has a few. */
export const MOST_PAGES = 20;

/** The page that an address asks for, 1 if it names none; null if the number is not possible. */
export function readPageNumber(
  { searchParams }: URL,
  { contentType }: { contentType: DocumentType },
): number | null {
  const requested = searchParams.get("page") ?? "1";
  const page = /^[1-9]\d?$/.test(requested) ? Number(requested) : 0;
  const most = contentType === "application/pdf" ? MOST_PAGES : 1;
  return page >= 1 && page <= most ? page : null;
}

export type DocumentRefusal =
  | "no_file"
  | "too_large"
  | "not_a_document"
  /** A PDF with a password: nobody here could view it. */
  | "locked_pdf"
  | "too_many_pages"
  | "too_many";

/** The type of a file by its content; its name and the browser's content type are ignored. */
export function recognizeDocument(
  file: Uint8Array,
): { ok: true; type: "picture" | "pdf" } | { ok: false; code: DocumentRefusal } {
  if (file.byteLength === 0) return { ok: false, code: "no_file" };
  if (file.byteLength > DOCUMENT_MAX_BYTES) return { ok: false, code: "too_large" };
  const head = Buffer.from(file.buffer, file.byteOffset, 5).toString("latin1");
  return { ok: true, type: head === "%PDF-" ? "pdf" : "picture" };
}
