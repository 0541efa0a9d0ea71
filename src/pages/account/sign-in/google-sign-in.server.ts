import { data, redirect } from "react-router";
import { z } from "zod";
import {
  type GoogleTrip,
  isGoogleConfigured,
  leaveForGoogle,
  profileFromGoogle,
} from "#domain/identity/google/google.server.ts";
import { accountOfGoogle, tieToGoogle } from "#domain/identity/google/google-account.server.ts";
import { protocolOf } from "#domain/identity/identity.server.ts";
import { startSession } from "#domain/identity/session.server.ts";
import { paths } from "#site/paths.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { type Visitor, visitorOf } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { browserOf, leadOn, type PageArgs } from "#pages/session/account-access.server.ts";

const TRIP_SECONDS = 10 * 60;
/** A state that came back once is spent, whatever the browser still remembers. */
const STATE_USES: RateLimit = { name: "google state", most: 1, windowMs: TRIP_SECONDS * 1000 };

const tripSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  isPopup: z.boolean(),
  locale: z.enum(["en", "fr"]),
});
type Trip = z.infer<typeof tripSchema> & GoogleTrip;

/** Off to Google, with what must be remembered in a cookie of this browser. */
export function leaveForGoogleSignIn({ request, context }: PageArgs): Response {
  if (!isGoogleConfigured()) throw data(null, { status: 404 });
  const visitor = visitorOf(context);
  const query = new URL(request.url).searchParams;
  const { address, trip } = leaveForGoogle(redirectUri(visitor));
  const remembered: Trip = {
    ...trip,
    returnTo: localPath(query.get("returnTo")),
    isPopup: query.get("popup") === "1",
    locale: visitor.locale,
  };
  const value = Buffer.from(JSON.stringify(remembered)).toString("base64url");
  return redirect(address, {
    headers: {
      "set-cookie": tripCookie(visitor, value, TRIP_SECONDS),
      "cache-control": "no-store",
    },
  });
}

/** Back from Google: signs in, ties the accounts where somebody is signed in, or says why not. */
export async function comeBackFromGoogle(args: PageArgs): Promise<Response> {
  if (!isGoogleConfigured()) throw data(null, { status: 404 });
  const visitor = visitorOf(args.context);
  const trip = readTrip(args.request, visitor);
  const outcome = await arrive(args, visitor, trip);
  const end = outcome.ok ? (trip?.returnTo ?? "/") : failurePath(visitor, trip, outcome.code);
  const address =
    trip?.isPopup === true
      ? `${hrefIn(paths.googleDone(), trip.locale)}?${new URLSearchParams({ to: end })}`
      : end;
  return leadOn(address, [...outcome.cookies, tripCookie(visitor, "", 0)]);
}

type Outcome = { ok: true; cookies: string[] } | { ok: false; code: string; cookies: string[] };

async function arrive(args: PageArgs, visitor: Visitor, trip: Trip | null): Promise<Outcome> {
  const failed = (code: string): Outcome => ({ ok: false, code, cookies: [] });
  const query = new URL(args.request.url).searchParams;
  const code = query.get("code");
  const isOurs = trip !== null && query.get("state") === trip.state;
  if (!isOurs || !code || !countAgainst(STATE_USES, trip.state).ok) return failed("google_failed");
  const profile = await profileFromGoogle(code, trip, redirectUri(visitor));
  if (!profile) return failed("google_failed");
  if (visitor.user) {
    const tied = await tieToGoogle(visitor.user.id, profile);
    return tied.ok ? { ok: true, cookies: [] } : failed(tied.code);
  }
  const account = await accountOfGoogle(profile, trip.locale);
  if (!account.ok) return failed(account.code);
  return { ok: true, cookies: await startSession(account.userId, browserOf(args)) };
}

function failurePath(visitor: Visitor, trip: Trip | null, code: string): string {
  const path = visitor.user ? paths.accountSecurity() : paths.signIn();
  return `${hrefIn(path, trip?.locale)}?${new URLSearchParams({ notice: code })}`;
}

/** One address in both languages: it is registered with Google. */
function redirectUri(visitor: Visitor): string {
  return visitor.origin + paths.googleBack();
}

function cookieName(visitor: Visitor): string {
  return protocolOf(visitor.origin) === "https" ? "__Host-google" : "google";
}

function tripCookie(visitor: Visitor, value: string, maxAgeSeconds: number): string {
  const secure = protocolOf(visitor.origin) === "https" ? "; Secure" : "";
  return `${cookieName(visitor)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

function readTrip(request: Request, visitor: Visitor): Trip | null {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  const prefix = `${cookieName(visitor)}=`;
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
  try {
    return tripSchema.parse(JSON.parse(Buffer.from(value ?? "", "base64url").toString()));
  } catch {
    return null;
  }
}
