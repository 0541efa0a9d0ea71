/** NUL, which PostgreSQL's text cannot hold, and unpaired surrogates, which UTF-8 cannot encode. */
// oxlint-disable-next-line no-control-regex -- a control character is what this is about
const UNSTORABLE = /[\u0000\p{Surrogate}]/gu;

/**
 * Whether a database can store the text; every field and parameter of a call is checked with it.
 */
export function isStorable(text: string): boolean {
  return text.search(UNSTORABLE) === -1;
}

/**
 * The text without characters that a database cannot store; every field of a page's form is read
 * with it.
 */
export function toStorable(text: string): string {
  return text.replaceAll(UNSTORABLE, "");
}

/** The same for a raw URL: bytes that are not UTF-8 are refused too. */
export function isStorableAddress(path: string, search: string): boolean {
  if ((path + search).includes("%00")) return false;
  try {
    return isStorable(decodeURIComponent(path));
  } catch {
    return false;
  }
}
