import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { findPost, listPosts } from "#domain/blog/posts.server.ts";
import type { MessageOwners } from "#domain/notification/message-owners.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import {
  newsletterIssueTable,
  newsletterSubscriptionTable as subscriptions,
} from "./newsletter.table.ts";
import { findWayOut, prepareConfirmation } from "./subscriptions.server.ts";

const SUBSCRIBERS_AT_A_TIME = 500;

/**
 * Notifies every subscriber, in their language, of each published article that was not announced
 * yet.
 */
export async function announcePosts(
  postIds: readonly string[] = listPosts({ locale: "en", withDrafts: false }).map(({ id }) => id),
): Promise<void> {
  for (const postId of postIds) {
    await db().transaction(async (transaction) => {
      const [isNew] = await transaction
        .insert(newsletterIssueTable)
        .values({ postId })
        .onConflictDoNothing()
        .returning();
      if (isNew) await notifySubscribers(transaction, postId);
    });
  }
}

async function notifySubscribers(transaction: Transaction, postId: string): Promise<void> {
  let after: string | undefined;
  do {
    const page = await transaction
      .select({ id: subscriptions.id, email: subscriptions.email, locale: subscriptions.locale })
      .from(subscriptions)
      .where(
        and(
          isNotNull(subscriptions.confirmedAt),
          isNull(subscriptions.unsubscribedAt),
          eq(subscriptions.isDemo, false),
          after === undefined ? undefined : gt(subscriptions.id, after),
        ),
      )
      .orderBy(asc(subscriptions.id))
      .limit(SUBSCRIBERS_AT_A_TIME);
    await notify(
      transaction,
      ...page.map(({ id, email: to, locale }) => ({
        event: "newsletter_post" as const,
        key: `newsletter_post:${postId}:${id}`,
        to,
        locale,
        params: { id, postId },
      })),
    );
    after = page.length === SUBSCRIBERS_AT_A_TIME ? page.at(-1)?.id : undefined;
  } while (after !== undefined);
}

/** Checked when an e-mail is sent: a person who unsubscribed a second ago gets none. */
export const newsletterMessages = {
  newsletter_confirm: { prepare: (_message, stored) => prepareConfirmation(stored) },
  newsletter_welcome: { prepare: (_message, stored) => findWayOut(stored) },
  newsletter_post: {
    async prepare({ locale }, { id, postId }) {
      const wayOut = await findWayOut({ id });
      const found = findPost(postId, { locale, withDrafts: false });
      if (!wayOut || !found) return null;
      const { title, excerpt } = found.post;
      return { ...wayOut, title, excerpt, path: paths.blogPost(postId) };
    },
  },
} satisfies Partial<MessageOwners>;
