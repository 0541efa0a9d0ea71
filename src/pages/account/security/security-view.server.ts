import { isGoogleConfigured } from "#domain/identity/google.server.ts";
import { isTiedToGoogle } from "#domain/identity/google-account.server.ts";
import { hasPassword } from "#domain/identity/password.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { listSessions } from "#domain/identity/session.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { formatTimeAgo } from "#values/format.ts";
import { requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { browserName } from "./browser-name.ts";

/** What the security page shows. */
export async function loadSecurity(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const [sessions, isSecondFactorOn, isPasswordSet, isGoogleTied] = await Promise.all([
    listSessions(user.id),
    hasSecondFactor(user.id),
    hasPassword(user.id),
    isTiedToGoogle(user.id),
  ]);
  return {
    email: user.email,
    hasPassword: isPasswordSet,
    hasSecondFactor: isSecondFactorOn,
    mustSetUpSecondFactor: user.lacksSecondFactor ?? false,
    google: isGoogleConfigured() ? { isTied: isGoogleTied } : null,
    sessions: sessions.map(({ id, userAgent, seenAt }) => ({
      id,
      browser: browserName(userAgent),
      seen: formatTimeAgo(seenAt, now(), visitor.locale),
      isThis: id === visitor.sessionId,
    })),
  };
}
