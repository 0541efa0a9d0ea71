import {
  newsletterSubscriptionTable,
  type UnsubscribeWay,
} from "#domain/newsletter/newsletter.table.ts";
import { consentToNewsletter } from "#domain/newsletter/subscriptions.server.ts";
import { makeRowIdOf } from "#platform/database/columns.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { makeToken } from "#platform/vault/token.server.ts";
import { DEMO_BIDDERS, DEMO_SELLERS } from "./people.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const CONFIRMED_AFTER_MS = 7 * 60 * 1000;

/** By the person's key, what came of it: the others read on. */
const LEFT = new Map<string, UnsubscribeWay>([
  ["dale-kowalski", "page"],
  ["luc-cormier", "one_click"],
]);
const UNCONFIRMED: readonly string[] = ["owen-walsh", "mai-nguyen"];

/** Readers of the newsletter: the demo's people that nobody can sign in as. */
export async function insertSubscribers(transaction: Transaction, at: Date): Promise<void> {
  await transaction.insert(newsletterSubscriptionTable).values(
    [...DEMO_SELLERS, ...DEMO_BIDDERS].map(({ key, locale }, index) => {
      const isConfirmed = !UNCONFIRMED.includes(key);
      // Who has not confirmed yet asked lately: an address that nobody confirms is soon forgotten.
      const askedMsAgo = isConfirmed ? (3 + index * 4) * DAY_MS : DAY_MS / (index + 1);
      const askedAt = new Date(at.getTime() - askedMsAgo);
      const left = LEFT.get(key);
      return {
        ...consentToNewsletter(locale),
        // Ids grow with time, and staff see the newest first.
        id: makeRowIdOf(askedAt),
        email: `${key}@example.com`,
        channel: "web: newsletter",
        askedAt,
        confirmedAt: isConfirmed ? new Date(askedAt.getTime() + CONFIRMED_AFTER_MS) : null,
        unsubscribeToken: makeToken(),
        unsubscribedAt: left ? new Date(askedAt.getTime() + 2 * DAY_MS) : null,
        unsubscribedBy: left ?? null,
        isDemo: true,
      };
    }),
  );
}
