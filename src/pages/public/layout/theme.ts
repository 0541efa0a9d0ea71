/** The look that a visitor chose; `system` follows the device. */
export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The `Set-Cookie` that remembers the choice; `system` forgets it. */
export function themeCookie(theme: Theme, isHttps: boolean): string {
  const maxAge = theme === "system" ? 0 : ONE_YEAR_SECONDS;
  const secure = isHttps ? "; Secure" : "";
  return `theme=${theme}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Where to go back to: an address of this site, or home. A form field can hold anything. */
export function localPath(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/") || /[\\\s]/.test(value)) return "/";
  const base = "https://site.invalid";
  if (!URL.canParse(value, base)) return "/";
  const url = new URL(value, base);
  // `//elsewhere` and its relatives parse to another origin, before or after dots are resolved.
  if (url.origin !== base || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search;
}
