import { safeAddress } from "./safe-address.ts";

/** What an answer consists of: paragraphs of texts and links. */
export type AnswerParagraph = readonly (string | { text: string; href: string })[];

const LINK = /\[([^\]\n]+)\]\(([^)\s]+)\)/gu;

/**
 * Reads an answer as it is typed: an empty line begins a paragraph, and [words](address) is a link
 * to a page of the site, to https or to an e-mail address. Null if it links to anything else.
 */
export function readAnswerText(
  text: string,
  href = (path: string) => path,
): AnswerParagraph[] | null {
  const paragraphs = text
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => readParagraph(paragraph, href));
  const read = paragraphs.filter((paragraph) => paragraph !== null);
  return read.length === paragraphs.length ? read : null;
}

function readParagraph(text: string, href: (path: string) => string): AnswerParagraph | null {
  const parts: (string | { text: string; href: string })[] = [];
  let end = 0;
  for (const { 0: whole, 1: words = "", 2: target = "", index } of text.matchAll(LINK)) {
    const address = safeAddress(target, href);
    if (address === null) return null;
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ text: words, href: address });
    end = index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The same without its links' addresses, for search and search engines. */
export function plainAnswerText(paragraphs: readonly AnswerParagraph[]): string {
  return paragraphs
    .map((parts) => parts.map((part) => (typeof part === "string" ? part : part.text)).join(""))
    .join("\n\n");
}
