import { listSessions } from "#domain/identity/session.server.ts";
import { KNOWN_BROWSERS, listCredentials } from "#domain/identity/credentials.server.ts";
import { m } from "#messages/messages.js";
import { browserName } from "#pages/account/browser-name.ts";
import { describeCredential } from "#pages/account/credential-words.ts";
import { now } from "#platform/clock/clock.server.ts";
import { formatTimeAgo } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/**
 * The account's credentials and sessions, so that a person who sets a new password can remove those
 * of a thief.
 */
export async function showCredentials(userId: string, locale: Locale) {
  const [credentials, sessions] = await Promise.all([
    listCredentials(userId),
    listSessions(userId),
  ]);
  return {
    waysIn: [
      ...credentials.map((each) => ({
        reference: each.reference,
        text: describeCredential(each, locale),
      })),
      { reference: KNOWN_BROWSERS, text: m.account_reset_known_browsers() },
    ],
    sessions: sessions.map(({ id, userAgent, seenAt }) => ({
      id,
      browser: browserName(userAgent) ?? m.account_session_unknown(),
      seen: formatTimeAgo(seenAt, now(), locale),
    })),
  };
}
