import { createHash, randomBytes } from "node:crypto";
import { COOKIE_SECONDS, cookieNameAt } from "#values/cookies.ts";

/** The cookie that ties a draft and a phone code to one browser, as this origin calls it. */
export function visitorCookieName(origin: string): string {
  return cookieNameAt(origin, "visitor");
}

/** The value of a new visitor cookie. */
export function makeVisitorSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** By what the database knows the browser: no row of it says what the cookie is. */
export function hashVisitorSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function writeVisitorCookie(origin: string, secret: string): string {
  return serialise(origin, secret, COOKIE_SECONDS.visitor);
}

/** Whoever comes next at this computer is another visitor, with a cookie of their own. */
export function forgetVisitorCookie(origin: string): string {
  return serialise(origin, "", 0);
}

function serialise(origin: string, value: string, maxAgeSeconds: number): string {
  const secure = origin.startsWith("https:") ? "Secure; " : "";
  return `${visitorCookieName(origin)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; ${secure}SameSite=Lax`;
}
