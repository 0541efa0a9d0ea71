import { type CookieName, cookieNameAt } from "#values/cookies.ts";
import { type BrowserRequest, isHttps } from "./auth.server.ts";

/**
 * A Set-Cookie header for a cookie that no script can read. An empty value with age 0 deletes the
 * cookie.
 */
export function writeCookie(
  origin: string,
  name: CookieName,
  value: string,
  maxAgeSeconds: number,
) {
  const secure = isHttps(origin) ? "; Secure" : "";
  return `${cookieNameAt(origin, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function readCookie({ headers, origin }: BrowserRequest, name: string): string | undefined {
  const prefix = `${cookieNameAt(origin, name)}=`;
  const cookies = (headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
}
