/** NUL, which PostgreSQL's text cannot hold, and halves of a surrogate pair, which UTF-8 cannot. */
// oxlint-disable-next-line no-control-regex -- a control character is what this is about
const UNSTORABLE = /[\u0000\p{Surrogate}]/gu;

/** Whether a database can hold the text; every field and parameter of a call is refused by it. */
export function isStorable(text: string): boolean {
  return text.search(UNSTORABLE) === -1;
}

/** The text without what no database holds; every field of a page's form is read by it. */
export function toStorable(text: string): string {
  return text.replaceAll(UNSTORABLE, "");
}

/** The same of an address as it came: bytes that are no UTF-8 are no text either. */
export function isStorableAddress(path: string, search: string): boolean {
  if ((path + search).includes("%00")) return false;
  try {
    return isStorable(decodeURIComponent(path));
  } catch {
    return false;
  }
}
