/** Where to go back to: an address of this site, or home. A form field can hold anything. */
export function localPath(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/") || /[\\\s]/.test(value)) return "/";
  const base = "https://site.invalid";
  if (!URL.canParse(value, base)) return "/";
  const url = new URL(value, base);
  // `//elsewhere` and its relatives parse to another origin, before or after dots are resolved.
  if (url.origin !== base || /^(?:\/fr)?\/\//.test(url.pathname)) return "/";
  return url.pathname + url.search;
}
