import { type CookieName, cookieNameAt } from "#values/cookies.ts";
import { type BrowserRequest, isHttps } from "./auth.server.ts";

/** A Set-Cookie header that no script reads; without a value and with age 0 the browser forgets. */
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
