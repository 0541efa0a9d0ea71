import { and, desc, eq, inArray, not, or } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { arePushKeys } from "#platform/push/encrypt-push.server.ts";
import type { PushSubscription } from "#platform/push/push.server.ts";
import { pushBrowserTable } from "./push-browser.table.ts";
import { senders } from "./senders.server.ts";

/** A message is sent to each of them; an older one is forgotten for a new one. */
const MOST_BROWSERS = 10;

type NewBrowser = PushSubscription & { userId: string; browserHash: string; userAgent: string };

/** The key that browsers subscribe with, base64url. */
export function readPushKey(): string {
  return senders().push.publicKey;
}

/**
 * From now on this browser takes the account's push messages, and nobody else's. Returns false if
 * nothing can be sent to it: it has no key, or an address that is no push service's.
 */
export async function addPushBrowser(added: NewBrowser): Promise<boolean> {
  const { userId, browserHash, endpoint } = added;
  if (!senders().push.mayPostTo(endpoint) || !arePushKeys(added)) return false;
  await db().transaction(async (transaction) => {
    await transaction
      .delete(pushBrowserTable)
      .where(
        or(eq(pushBrowserTable.browserHash, browserHash), eq(pushBrowserTable.endpoint, endpoint)),
      );
    // Somebody else's press at the same moment: the later one counts.
    await transaction
      .insert(pushBrowserTable)
      .values(added)
      .onConflictDoUpdate({ target: pushBrowserTable.endpoint, set: added });
    const newest = transaction
      .select({ id: pushBrowserTable.id })
      .from(pushBrowserTable)
      .where(eq(pushBrowserTable.userId, userId))
      .orderBy(desc(pushBrowserTable.addedAt), desc(pushBrowserTable.id))
      .limit(MOST_BROWSERS);
    await transaction
      .delete(pushBrowserTable)
      .where(and(eq(pushBrowserTable.userId, userId), not(inArray(pushBrowserTable.id, newest))));
  });
  return true;
}
