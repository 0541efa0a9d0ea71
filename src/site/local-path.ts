/** Far longer than any address of ours; the path is stored, and sent in headers. */
const MAX_LENGTH = 2_000;

/** Where to return to: a path of this site, or the home page. A form field can contain anything. */
export function localPath(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return "/";
  if (!value.startsWith("/") || /[\\\s]/.test(value)) return "/";
  const base = "https://site.invalid";
  if (!URL.canParse(value, base)) return "/";
  const url = new URL(value, base);
  // `//elsewhere` and similar paths resolve to another origin, before or after dots are resolved.
  if (url.origin !== base || /^(?:\/fr)?\/\//.test(url.pathname)) return "/";
  return url.pathname + url.search;
}
