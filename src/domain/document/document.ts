/** What a lender wants to see beside the answers. */
export const DOCUMENT_KINDS = ["pay_stub", "drivers_licence", "void_cheque"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export function isDocumentKind(value: unknown): value is DocumentKind {
  return DOCUMENT_KINDS.some((kind) => kind === value);
}

/** A picture is drawn anew, so that only pixels pass; a PDF stays as it was sent. */
export const DOCUMENT_TYPES = ["image/webp", "application/pdf"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const DOCUMENT_MAX_MB = 10;
export const DOCUMENT_MAX_BYTES = DOCUMENT_MAX_MB * 1024 * 1024;
/** Of one application: both sides of a licence, a few pay stubs. */
export const MOST_DOCUMENTS = 20;
/** How long the link in the mail works. */
export const DOCUMENT_LINK_DAYS = 14;

export type DocumentRefusal =
  | "no_file"
  | "too_large"
  | "not_a_document"
  /** HEIC, which cannot be drawn here. */
  | "heic"
  /** A PDF that asks for a password: nobody here could look at it. */
  | "locked_pdf"
  | "too_many";

/** What a file is by its content; its name and what the browser says of it count for nothing. */
export function recognizeDocument(
  file: Uint8Array,
): { ok: true; type: "picture" | "pdf" } | { ok: false; code: DocumentRefusal } {
  if (file.byteLength === 0) return { ok: false, code: "no_file" };
  if (file.byteLength > DOCUMENT_MAX_BYTES) return { ok: false, code: "too_large" };
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const head = bytes.toString("latin1", 0, 16);
  if (/^ftyp(hei[cfmsx]|hev[cmx]|mif1|msf1)/.test(head.slice(4)))
    return { ok: false, code: "heic" };
  if (!head.startsWith("%PDF-")) return { ok: true, type: "picture" };
  // ISO 32000-1 §7.5.5: the trailer stands at the end, and names what the file is encrypted with.
  if (!bytes.subarray(-2_048).includes("%%EOF")) return { ok: false, code: "not_a_document" };
  if (/\/Encrypt\s+\d+\s+\d+\s+R/.test(bytes.toString("latin1"))) {
    return { ok: false, code: "locked_pdf" };
  }
  return { ok: true, type: "pdf" };
}
