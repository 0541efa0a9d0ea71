import type { Route } from "./+types/check-ad.page.ts";
import { redirectTo, requireMember } from "#pages/session/guards.server.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { findAdNotes } from "./ad-notes.server.ts";

/** Only the script of a listing's form posts to this address. */
export function loader(args: Route.LoaderArgs) {
  requireMember(args);
  return redirectTo(hrefIn(paths.sellerListings()));
}

/** What the ad rules find in an unsaved listing; nothing is stored. */
export async function action(args: Route.ActionArgs) {
  const { user, visitor } = requireMember(args);
  const { fields } = await requirePost(args.request);
  const { notes } = await findAdNotes(fields, user, visitor);
  return { notes };
}
