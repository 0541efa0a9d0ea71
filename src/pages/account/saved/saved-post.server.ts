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

/** A visitor pressed Save: the listing waits here, in their own browser, until they signed in. */
const COOKIE = "pending-save";

/** A heart pressed where no script runs, or by a visitor, who is led to sign in and then back. */
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
 * Back from signing in. No address can make this save anything: the listing comes from the cookie
 * that the person's own press left in their browser.
 */
export async function finishPendingSave(args: PageArgs): Promise<Response> {
  const { user, origin } = readVisitor(args);
  const back = localPath(new URL(args.request.url).searchParams.get("returnTo"));
  const listingId = readPendingSave(browserRequest(args));
  const end = user && listingId ? await save(user, listingId, back) : back;
  return redirectTo(end, [writeCookie(origin, COOKIE, "", 0)]);
}

/** Answers where to go on: back, or to the saved cars, which say why this one is not among them. */
async function save(user: SignedInUser, listingId: string, back: string): Promise<string> {
  const saved = may(user, "saveListing")
    ? await saveListing(user.id, listingId)
    : ({ ok: false, code: "not_permitted" } as const);
  if (saved.ok) return back;
  return `${hrefIn(paths.savedListings())}?${new URLSearchParams({ notice: saved.code })}`;
}

/** The listing that waits in this browser; null where none does. */
export function readPendingSave(request: BrowserRequest): string | null {
  const listingId = readCookie(request, COOKIE) ?? "";
  return isListingId(listingId) ? listingId : null;
}
