import { and, asc, eq } from "drizzle-orm";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { sendFailure, type SendResult } from "#platform/outgoing/send-result.ts";
import type { PushResult, PushSender } from "#platform/push/push.server.ts";
import { site } from "#site/site.ts";
import type { Content } from "./events/event.ts";
import type { Message } from "./message.table.ts";
import { pushBrowserTable } from "./push-browser.table.ts";

/** The browsers of an account, in the order in which they were added. */
export async function listPushBrowsers(userId: string) {
  return db()
    .select()
    .from(pushBrowserTable)
    .where(eq(pushBrowserTable.userId, userId))
    .orderBy(asc(pushBrowserTable.addedAt), asc(pushBrowserTable.id));
}

/** The accounts that have a browser. */
export async function listPushAccounts(): Promise<ReadonlySet<string>> {
  const rows = await db()
    .selectDistinct({ userId: pushBrowserTable.userId })
    .from(pushBrowserTable)
    .orderBy(asc(pushBrowserTable.userId));
  return new Set(rows.map(({ userId }) => userId));
}

type Selection = { browserHash: string } | { userId: string; id?: string };

/** Forgets what signed out: one browser, one of an account, or all of an account. */
export async function forgetPushBrowsers(queryable: Queryable, of: Selection): Promise<void> {
  const { browserHash, userId, id } = pushBrowserTable;
  const condition =
    "browserHash" in of
      ? eq(browserHash, of.browserHash)
      : and(eq(userId, of.userId), of.id === undefined ? undefined : eq(id, of.id));
  await queryable.delete(pushBrowserTable).where(condition);
}

/**
 * Sends to every browser of the message's account. It is sent as soon as one browser's service has
 * it; a second try only happens if none had, and replaces the first (`topic`, and the tag of the
 * notification). Browsers whose subscription is gone are forgotten.
 */
export async function sendToBrowsers(
  sender: PushSender,
  { id, userId, locale }: Message,
  { title, url }: Content["push"],
): Promise<SendResult> {
  const browsers = userId === null ? [] : await listPushBrowsers(userId);
  const payload = JSON.stringify({ title, url, tag: id, lang: locale });
  const message = { payload, topic: id.replaceAll("-", ""), contact: site.email };
  const results = await Promise.all(
    browsers.map(async (browser) => {
      const result = await sender.send(browser, message);
      if (isGone(result))
        await forgetPushBrowsers(db(), { userId: browser.userId, id: browser.id });
      return result;
    }),
  );
  if (results.some(({ ok }) => ok)) return { ok: true, providerId: id };
  const failures = results.flatMap((result) => (result.ok || isGone(result) ? [] : [result]));
  return (
    failures.find(({ code }) => code !== "permanent") ??
    failures[0] ??
    sendFailure("permanent", "No browser of this person takes push messages.")
  );
}

function isGone(result: PushResult): result is { ok: false; code: "gone" } {
  return !result.ok && result.code === "gone";
}
