import { COOKIE_SECONDS } from "#values/cookies.ts";

/** The cookie that ties a draft and a phone code to one browser, as this origin calls it. */
export function visitorCookieName(origin: string): string {
  return isHttps(origin) ? "__Host-visitor" : "visitor";
}

export function writeVisitorCookie(origin: string, secret: string): string {
  return serialise(origin, secret, COOKIE_SECONDS.visitor);
}

/** Whoever comes next at this computer is another visitor, with a cookie of their own. */
export function forgetVisitorCookie(origin: string): string {
  return serialise(origin, "", 0);
}

function serialise(origin: string, value: string, maxAgeSeconds: number): string {
  const secure = isHttps(origin) ? "Secure; " : "";
  return `${visitorCookieName(origin)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; ${secure}SameSite=Lax`;
}

function isHttps(origin: string): boolean {
  return origin.startsWith("https:");
}
