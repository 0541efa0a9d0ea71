import { redirect, type RouterContextProvider } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { paths } from "#site/paths.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { saveListing, unsaveListing } from "#domain/listing/saved-listing.server.ts";

/** A heart pressed where no script runs, or by a visitor, who is led to sign in and then back. */
export async function answerSavePost(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { user, origin } = readVisitor({ context });
  const { fields } = await requirePost(request);
  const listingId = rawValue(fields, "listingId");
  const back = localPath(rawValue(fields, "returnTo"));
  if (!isListingId(listingId)) return redirect(back, 303);
  if (!user) {
    const then = `${hrefIn(paths.pendingSave())}?${new URLSearchParams({ returnTo: back })}`;
    return redirect(`${hrefIn(paths.signIn())}?${new URLSearchParams({ returnTo: then })}`, {
      status: 303,
      headers: { "set-cookie": pendingSaveCookie(listingId, origin.startsWith("https:")) },
    });
  }
  if (may(user, "saveListing")) {
    if (rawValue(fields, "intent") === "remove") await unsaveListing(user.id, listingId);
    else await saveListing(user.id, listingId);
  }
  return redirect(back, 303);
}

/**
 * Back from signing in. No address can make this save anything: the listing comes from the cookie
 * that the person's own press left in their browser.
 */
export async function finishPendingSave(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { user, origin } = readVisitor({ context });
  const isHttps = origin.startsWith("https:");
  const listingId = readPendingSave(request.headers, isHttps);
  if (user && listingId && may(user, "saveListing")) await saveListing(user.id, listingId);
  const back = localPath(new URL(request.url).searchParams.get("returnTo"));
  return redirect(back, {
    status: 303,
    headers: { "set-cookie": pendingSaveCookie(null, isHttps) },
  });
}

/** A visitor pressed Save: the listing waits here, in their own browser, until they signed in. */
const MAX_AGE_SECONDS = 30 * 60;

const cookieName = (isHttps: boolean) => (isHttps ? "__Host-pending-save" : "pending-save");

function pendingSaveCookie(listingId: string | null, isHttps: boolean): string {
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
