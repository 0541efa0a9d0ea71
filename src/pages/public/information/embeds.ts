import { COOKIE_SECONDS, type CookieName } from "#values/cookies.ts";

const COOKIE = "embeds" satisfies CookieName;

/** Whether the visitor allowed, on /cookies, that content of other companies loads by itself. */
export function hasAllowedEmbeds(request: Request): boolean {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.includes(`${COOKIE}=allowed`);
}

/** The `Set-Cookie` value that stores the choice, or deletes it. */
export function embedsCookie(isAllowed: boolean, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  const maxAge = isAllowed ? COOKIE_SECONDS[COOKIE] : 0;
  return `${COOKIE}=${isAllowed ? "allowed" : ""}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
