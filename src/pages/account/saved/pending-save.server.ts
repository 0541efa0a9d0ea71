import { isListingId } from "#domain/listing/listing.ts";

/** A visitor pressed Save: the listing waits here, in their own browser, until they signed in. */
const MAX_AGE_SECONDS = 30 * 60;

const cookieName = (isHttps: boolean) => (isHttps ? "__Host-pending-save" : "pending-save");

export function pendingSaveCookie(listingId: string | null, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  const maxAge = listingId === null ? 0 : MAX_AGE_SECONDS;
  return `${cookieName(isHttps)}=${listingId ?? ""}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

export function readPendingSave(headers: Headers, isHttps: boolean): string | null {
  const cookies = (headers.get("cookie") ?? "").split(/;\s*/);
  const prefix = `${cookieName(isHttps)}=`;
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? "";
  return isListingId(value) ? value : null;
}
