import { and, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { readCookie, writeCookie } from "./browser-cookie.server.ts";
import { verificationTable } from "./identity.table.ts";

/** How long each ceremony may take; its name is its cookie's. */
const LIFE_SECONDS = { passkey: COOKIE_SECONDS.passkey, google: COOKIE_SECONDS.google };

/**
 * Something begun in one browser that comes back with an answer: a challenge for a passkey, a trip
 * to Google. What must be remembered meanwhile lies in the database; the browser keeps the token
 * that finds it, so no other browser can finish it, and it is finished once.
 */
type Ceremony = keyof typeof LIFE_SECONDS;

/** Remembers `memo` until the ceremony ends; answers the cookie that names it. */
export async function beginCeremony(
  ceremony: Ceremony,
  origin: string,
  memo: object,
): Promise<string> {
  const token = makeToken();
  const lifeSeconds = LIFE_SECONDS[ceremony];
  const at = now();
  await db()
    .insert(verificationTable)
    .values({
      id: crypto.randomUUID(),
      identifier: buildIdentifier(ceremony, token),
      value: JSON.stringify(memo),
      expiresAt: new Date(at.getTime() + lifeSeconds * 1000),
      createdAt: at,
      updatedAt: at,
    });
  return writeCookie(origin, ceremony, token, lifeSeconds);
}

/** What was remembered, for the one who asks first; null where nothing was, or it is too late. */
export async function endCeremony<Memo>(
  ceremony: Ceremony,
  request: BrowserRequest,
  memo: z.ZodType<Memo>,
): Promise<Memo | null> {
  const token = readCookie(request, ceremony);
  if (!token) return null;
  const [ended] = await db()
    .delete(verificationTable)
    .where(
      and(
        eq(verificationTable.identifier, buildIdentifier(ceremony, token)),
        gt(verificationTable.expiresAt, now()),
      ),
    )
    .returning({ value: verificationTable.value });
  return ended ? memo.parse(JSON.parse(ended.value)) : null;
}

/** The cookie that makes the browser forget the ceremony. */
export function forgetCeremony(ceremony: Ceremony, origin: string): string {
  return writeCookie(origin, ceremony, "", 0);
}

/** The table alone finishes nothing: it holds the token's SHA-256. */
function buildIdentifier(ceremony: Ceremony, token: string): string {
  return `${ceremony} ${hashToken(token)}`;
}
