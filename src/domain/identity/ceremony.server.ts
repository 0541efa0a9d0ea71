import { and, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { hashToken, makeToken } from "#platform/vault/token.server.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { readCookie, writeCookie } from "./browser-cookie.server.ts";
import { verificationTable } from "./identity.table.ts";

/** How long each ceremony may take. The ceremony's name is also the name of its cookie. */
const LIFE_SECONDS = { passkey: COOKIE_SECONDS.passkey, google: COOKIE_SECONDS.google };

/**
 * A process that one browser begins and later comes back to finish: a challenge for a passkey, or a
 * sign-in at Google. Its data is in the database; the browser keeps the token that finds it. So no
 * other browser can finish it, and it can be finished only once.
 */
type Ceremony = keyof typeof LIFE_SECONDS;

/** Stores `memo` until the ceremony ends; returns the cookie that identifies it. */
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

/** The stored memo, for the first caller only; null if there is none or it has expired. */
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

/** The cookie that deletes the ceremony's cookie in the browser. */
export function forgetCeremony(ceremony: Ceremony, origin: string): string {
  return writeCookie(origin, ceremony, "", 0);
}

/** Stores the token's SHA-256, so that nobody can finish a ceremony with the table alone. */
function buildIdentifier(ceremony: Ceremony, token: string): string {
  return `${ceremony} ${hashToken(token)}`;
}
