import type { BrowserRequest } from "#domain/identity/auth.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { readPendingSave } from "#pages/account/saved/saved-post.server.ts";
import { localPath } from "#site/local-path.ts";

/** What a person was about to do when they were redirected to sign in. */
export type SignInReason =
  | { what: "save" | "bid" | "ask"; listing: ListingCardFacts }
  /** Their own car, which is no listing yet. */
  | { what: "list" };

const PATHS = [
  ["bid", /^(?:\/fr)?\/details\/([^/]+)\/bid$/],
  ["ask", /^(?:\/fr)?\/details\/([^/]+)\/ask$/],
] as const;
const OWN_LISTING = /^(?:\/fr)?\/account\/listings\/(?:new|from\/[^/]+)$/;
const PENDING_SAVE = /^(?:\/fr)?\/saved\/pending$/;

/** The reason, from the page to return to; the car to save is in a cookie. */
export async function findSignInReason(
  returnTo: string | null,
  request: BrowserRequest,
): Promise<SignInReason | null> {
  const [path = ""] = localPath(returnTo).split("?");
  for (const [what, pattern] of PATHS) {
    const [, id] = pattern.exec(path) ?? [];
    const listing = id ? await findPublicListing(id) : null;
    if (listing) return { what, listing };
  }
  if (OWN_LISTING.test(path)) return { what: "list" };
  const savedId = PENDING_SAVE.test(path) ? readPendingSave(request) : null;
  const saved = savedId ? await findPublicListing(savedId) : null;
  return saved ? { what: "save", listing: saved } : null;
}
