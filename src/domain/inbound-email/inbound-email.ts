/**
 * `answer`: a person wrote it. `auto_reply`: a program did, such as an out-of-office notice.
 * `bounce`: a mail of ours was not delivered.
 */
export const INBOUND_KINDS = ["answer", "auto_reply", "bounce"] as const;
export type InboundKind = (typeof INBOUND_KINDS)[number];

/** How its lead was found, the surest way first; `staff`: by hand. */
export const MATCH_WAYS = ["token", "thread", "address", "staff"] as const;
export type MatchWay = (typeof MATCH_WAYS)[number];

/** Why an attachment was not kept. */
export const LEFT_OUT_CODES = [
  "too_large",
  "not_a_document",
  "locked_pdf",
  "too_many_pages",
  "too_many",
  /** Documents belong to a request, and the mail belongs to none yet. */
  "unmatched",
] as const;
export type LeftOutCode = (typeof LEFT_OUT_CODES)[number];
export type LeftOut = { name: string; code: LeftOutCode };

/** Of a whole mail, with its attachments in base64: one document at its limit, and some text. */
export const INBOUND_MAX_BYTES = 20 * 1024 * 1024;
