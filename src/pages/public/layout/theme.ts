import { COOKIE_SECONDS, cookieNameAt } from "#values/cookies.ts";

/** The colour scheme that a visitor chose; `system` is the device's. */
const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** The `Set-Cookie` value that stores the choice; `system` deletes it. */
export function themeCookie(theme: Theme, origin: string): string {
  const maxAge = theme === "system" ? 0 : COOKIE_SECONDS.theme;
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${cookieNameAt(origin, "theme")}=${theme}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
