/** Far longer than any address of ours; it is stored, and goes into headers. */
const MAX_LENGTH = 2_000;

/** Where to go back to: an address of this site, or home. A form field can hold anything. */
export function localPath(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return "/";
  if (!value.startsWith("/") || /[\\\s]/.test(value)) return "/";
  const base = "https://site.invalid";
  if (!URL.canParse(value, base)) return "/";
  const url = new URL(value, base);
  // `//elsewhere` and its relatives parse to another origin, before or after dots are resolved.
  if (url.origin !== base || /^(?:\/fr)?\/\//.test(url.pathname)) return "/";
  return url.pathname + url.search;
}
