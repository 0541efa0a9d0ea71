import { may } from "#domain/identity/permission.ts";
import { readCookie, writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { readDraftedSettings } from "#domain/setting/setting-drafts.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { pathWithoutLocale } from "#ui/locale-href.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";

const PURPOSE = "preview of settings";
/** The lifetime that makes a browser drop the cookie. */
export const PREVIEW_ENDS = 0;

/** Makes this session see what is drafted, until it leaves or signs out. */
export function previewCookie(
  { origin, sessionId }: Visitor,
  seconds: number = COOKIE_SECONDS.preview,
): string {
  const value = seconds === PREVIEW_ENDS ? "" : mac().hmac(PURPOSE, sessionId ?? "");
  return writeCookie(origin, "preview", value, seconds);
}

/**
 * The drafted settings, if this request is to see them. The back office shows what is published,
 * and what is posted happens with it: a mail that it causes goes to somebody else.
 */
export async function readPreview(request: Request, visitor: Visitor) {
  const { origin, user, sessionId } = visitor;
  const cookie = readCookie({ headers: request.headers, origin }, "preview");
  if (!cookie || sessionId === null || !["GET", "HEAD"].includes(request.method)) return null;
  const path = pathWithoutLocale(new URL(request.url).pathname);
  if (/^\/staff([/.]|$)/.test(path)) return null;
  if (!may(user, "changeSettings") || user?.lacksFreshFactor) return null;
  if (!mac().hmacMatches(PURPOSE, sessionId, cookie)) return null;
  return readDraftedSettings();
}
