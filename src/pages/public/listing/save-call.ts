import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { call, SignedOut } from "#ui/call.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** The result of a press; `why` is null if the browser is redirected to sign in. */
export type SaveCallResult = { done: true } | { done: false; why: string | null };

/**
 * The calls of SPEC.md §7: `insertedId` means saved. After removing, or if it was not saved, it is
 * not saved.
 * @throws TypeError if the site cannot be reached
 */
export async function callSavedListings(
  email: string | null,
  listingId: string,
  isSaved: boolean,
): Promise<SaveCallResult> {
  try {
    const response = isSaved
      ? await call("/newSavedAd", {
          method: "POST",
          body: { singleAdId: listingId },
          email,
          beforeSignIn: () => saveAfterSignIn(listingId),
        })
      : await call(`/removedSavedAd/${listingId}?${new URLSearchParams({ email: email ?? "" })}`, {
          method: "DELETE",
          email,
        });
    return response.ok ? { done: true } : { done: false, why: describe(response.status, isSaved) };
  } catch (error) {
    if (error instanceof SignedOut) return { done: false, why: null };
    throw error;
  }
}

function describe(status: number, isSaved: boolean): string {
  if (!isSaved) return m.saved_listing_remove_failed();
  if (status === 404) return m.saved_listing_failed_gone();
  if (status === 429) return m.saved_listing_failed_too_many();
  return m.saved_listing_failed();
}

/** As without script: the press is stored in this browser, and is done after signing in. */
async function saveAfterSignIn(listingId: string): Promise<string> {
  const returnTo = location.pathname + location.search;
  await fetch(hrefIn(paths.savedListings()), {
    method: "POST",
    body: new URLSearchParams({ listingId, returnTo }),
    redirect: "manual",
  });
  return `${hrefIn(paths.pendingSave())}?${new URLSearchParams({ returnTo })}`;
}
