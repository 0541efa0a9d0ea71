import { createHash, randomBytes } from "node:crypto";
import { COOKIE_SECONDS, cookieNameAt } from "#values/cookies.ts";

/** The name, for this origin, of the cookie that links a draft and a phone code to one browser. */
export function visitorCookieName(origin: string): string {
  return cookieNameAt(origin, "visitor");
}

/** The value of a new visitor cookie. */
export function makeVisitorSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The hash by which the database identifies the browser. No row contains the cookie's value. */
export function hashVisitorSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function writeVisitorCookie(origin: string, secret: string): string {
  return serialise(origin, secret, COOKIE_SECONDS.visitor);
}

/** Deletes the cookie. The next person at this computer is another visitor, with a new cookie. */
export function forgetVisitorCookie(origin: string): string {
  return serialise(origin, "", 0);
}

function serialise(origin: string, value: string, maxAgeSeconds: number): string {
  const secure = origin.startsWith("https:") ? "Secure; " : "";
  return `${visitorCookieName(origin)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; ${secure}SameSite=Lax`;
}
