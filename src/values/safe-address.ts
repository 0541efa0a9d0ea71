/**
 * The address if a text may link to it: a page of the site, https or an e-mail address. Null for any
 * other, above all for `javascript:`.
 * @param href the address of a page of the site, in a language
 */
export function safeAddress(target: string, href: (path: string) => string): string | null {
  if (/^\/(?![/\\])/.test(target)) return href(target);
  if (/^mailto:[^\s?&]+@[^\s?&]+$/i.test(target)) return target;
  if (!URL.canParse(target)) return null;
  return new URL(target).protocol === "https:" ? new URL(target).href : null;
}
