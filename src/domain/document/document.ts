/** What a lender wants to see beside the answers. */
export const DOCUMENT_KINDS = ["pay_stub", "drivers_licence", "void_cheque"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export function isDocumentKind(value: unknown): value is DocumentKind {
  return DOCUMENT_KINDS.some((kind) => kind === value);
}

/**
 * A picture is drawn anew, so that only pixels pass. A PDF stays as it was sent, and each look at a
 * page is drawn anew: no browser gets the file.
 */
export const DOCUMENT_TYPES = ["image/webp", "application/pdf"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const DOCUMENT_MAX_MB = 10;
export const DOCUMENT_MAX_BYTES = DOCUMENT_MAX_MB * 1024 * 1024;
/** Of one application: both sides of a licence, a few pay stubs. */
export const MOST_DOCUMENTS = 20;
/** How long the link in the mail works. */
export const DOCUMENT_LINK_DAYS = 14;

/** Of one PDF. A month's statement has a few. */
export const MOST_PAGES = 20;

/** Which page an address asks for, the first where it says nothing; null for what can be none. */
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
  /** A PDF that asks for a password: nobody here could look at it. */
  | "locked_pdf"
  | "too_many_pages"
  | "too_many";

/** What a file is by its content; its name and what the browser says of it count for nothing. */
export function recognizeDocument(
  file: Uint8Array,
): { ok: true; type: "picture" | "pdf" } | { ok: false; code: DocumentRefusal } {
  if (file.byteLength === 0) return { ok: false, code: "no_file" };
  if (file.byteLength > DOCUMENT_MAX_BYTES) return { ok: false, code: "too_large" };
  const head = Buffer.from(file.buffer, file.byteOffset, 5).toString("latin1");
  return { ok: true, type: head === "%PDF-" ? "pdf" : "picture" };
}
