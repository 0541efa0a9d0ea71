import { listSessions } from "#domain/identity/session.server.ts";
import { KNOWN_BROWSERS, listWaysIn } from "#domain/identity/ways-in.server.ts";
import { m } from "#messages/messages.js";
import { browserName } from "#pages/account/browser-name.ts";
import { describeWayIn } from "#pages/account/way-in-words.ts";
import { now } from "#platform/clock/clock.server.ts";
import { formatTimeAgo } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** What opens the account, for whoever takes a thief's ways out with a new password. */
export async function showWaysIn(userId: string, locale: Locale) {
  const [waysIn, sessions] = await Promise.all([listWaysIn(userId), listSessions(userId)]);
  return {
    waysIn: [
      ...waysIn.map((each) => ({
        reference: each.reference,
        text: describeWayIn(each, locale),
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
