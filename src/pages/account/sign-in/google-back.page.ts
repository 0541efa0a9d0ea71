import { data } from "react-router";
import { forgetCeremony } from "#domain/identity/ceremony.server.ts";
import { signInWithGoogle, tieToGoogle } from "#domain/identity/google-account.server.ts";
import {
  comeBackFromGoogle,
  type GoogleProfile,
  type GoogleTrip,
  isGoogleConfigured,
} from "#domain/identity/google.server.ts";
import { startSession } from "#domain/identity/session.server.ts";
import { acceptSiteTerms } from "#domain/terms/accept-terms.server.ts";
import {
  browserRequest,
  enterBrowser,
  type PageArgs,
  redirectTo,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { withReturnTo } from "./choose-redirect.ts";
import { findFrenchTerms } from "./terms-language.server.ts";

/**
 * The return from Google: signs in, or links the accounts if a member is signed in, or says why
 * not.
 */
export async function loader(args: PageArgs): Promise<Response> {
  if (!isGoogleConfigured()) throw data(null, { status: 404 });
  const visitor = readVisitor(args);
  const query = new URL(args.request.url).searchParams;
  const { trip, profile } = await comeBackFromGoogle(browserRequest(args), {
    code: query.get("code"),
    state: query.get("state"),
  });
  const arrival =
    trip && profile ? await finishGoogleSignIn(args, profile, trip) : { failure: "google_failed" };
  // A signed-in member links accounts and came from the security page, which shows the result.
  const [failurePath, wanted] = visitor.user
    ? [paths.accountSecurity(), null]
    : [paths.signIn(), trip?.returnTo ?? null];
  const end =
    "failure" in arrival
      ? withReturnTo(failurePath, wanted, arrival.failure, trip?.locale)
      : (trip?.returnTo ?? "/");
  const address = trip?.isPopup
    ? `${hrefIn(paths.googleDone(), trip.locale)}?${new URLSearchParams({ to: end })}`
    : end;
  const cookies = "cookies" in arrival ? arrival.cookies : [];
  return redirectTo(address, [...cookies, forgetCeremony("google", visitor.origin)]);
}

async function finishGoogleSignIn(
  args: PageArgs,
  profile: GoogleProfile,
  { locale, tieFor }: GoogleTrip,
): Promise<{ cookies: string[] } | { failure: string }> {
  const { user, sessionId } = readVisitor(args);
  if (tieFor !== null) {
    // Only the session that gave the password for this; another one has not proved anything.
    if (!user || sessionId !== tieFor) return { failure: "google_failed" };
    const tied = await tieToGoogle(user, profile, sessionId);
    return tied.ok ? { cookies: [] } : { failure: tied.code };
  }
  const account = await signInWithGoogle(
    profile,
    { locale, isFrenchFirst: (await findFrenchTerms(args, locale)) !== null },
    acceptSiteTerms("web: sign-in with Google"),
  );
  if (!account.ok) return { failure: account.code };
  const cookies = await startSession(account.userId, browserRequest(args));
  return { cookies: await enterBrowser(args, cookies) };
}
