import type { BrowserRequest } from "#domain/identity/auth.server.ts";
import { readCookie, writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { may } from "#domain/identity/permission.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { saveListing, unsaveListing } from "#domain/listing/saved-listing.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { type Command, runCommand } from "#pages/command/commands.server.ts";
import type { SaveCommand } from "#pages/public/listing/save-listing.tsx";
import {
  browserRequest,
  leadToSignIn,
  type PageArgs,
  redirectTo,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";

/** A visitor pressed Save: this cookie holds the listing until they have signed in. */
const COOKIE = "pending-save";

/** Saves a listing without script, or leads a visitor to sign in and back. */
export async function handleSavePost(args: PageArgs): Promise<Response> {
  const post = await requireFormPost(args);
  const { raw, visitor } = post;
  const listingId = rawValue(raw, "listingId");
  const back = localPath(rawValue(raw, "returnTo"));
  if (!isListingId(listingId)) return redirectTo(back);
  if (!visitor.user) {
    const then = `${hrefIn(paths.pendingSave())}?${new URLSearchParams({ returnTo: back })}`;
    const { origin } = visitor;
    return redirectTo(leadToSignIn(args, then), [
      writeCookie(origin, COOKIE, listingId, COOKIE_SECONDS[COOKIE]),
    ]);
  }
  const pressed = { user: visitor.user, listingId, back };
  return runCommand(args, commands, pressed, { post, otherwise: "save" });
}

type SaveSubject = { user: SignedInUser; listingId: string; back: string };

const commands: Record<SaveCommand, Command<SaveSubject, Promise<Response>>> = {
  save: {
    run: async (_press, { user, listingId, back }) => redirectTo(await save(user, listingId, back)),
  },
  remove: {
    async run(_press, { user, listingId, back }) {
      await unsaveListing(user.id, listingId);
      return redirectTo(back);
    },
  },
};

/**
 * After signing in. A link cannot make this save anything: the listing comes from the cookie that
 * the person's own press has set.
 */
export async function finishPendingSave(args: PageArgs): Promise<Response> {
  const { user, origin } = readVisitor(args);
  const back = localPath(new URL(args.request.url).searchParams.get("returnTo"));
  const listingId = readPendingSave(browserRequest(args));
  const end = user && listingId ? await save(user, listingId, back) : back;
  return redirectTo(end, [writeCookie(origin, COOKIE, "", 0)]);
}

/** Returns where to redirect: back, or to the saved cars with the reason why it was not saved. */
async function save(user: SignedInUser, listingId: string, back: string): Promise<string> {
  const saved = may(user, "saveListing")
    ? await saveListing(user.id, listingId)
    : ({ ok: false, code: "not_permitted" } as const);
  if (saved.ok) return back;
  return `${hrefIn(paths.savedListings())}?${new URLSearchParams({ notice: saved.code })}`;
}

/** The listing to save after signing in; null if there is none. */
export function readPendingSave(request: BrowserRequest): string | null {
  const listingId = readCookie(request, COOKIE) ?? "";
  return isListingId(listingId) ? listingId : null;
}
