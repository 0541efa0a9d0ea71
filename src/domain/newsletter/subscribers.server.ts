import { and, desc, eq, getTableColumns, isNotNull, isNull, like, lt, sql } from "drizzle-orm";
import { recordStaffChange } from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";
import { newsletterSubscriptionTable as subscriptions } from "./newsletter.table.ts";
import type { SubscriberState } from "./subscriber.ts";

const CONDITIONS = {
  subscribed: and(isNull(subscriptions.unsubscribedAt), isNotNull(subscriptions.confirmedAt)),
  unconfirmed: and(isNull(subscriptions.unsubscribedAt), isNull(subscriptions.confirmedAt)),
  ended: isNotNull(subscriptions.unsubscribedAt),
} as const satisfies Record<SubscriberState, unknown>;

const PAGE = 50;

/** Subscriptions of the demo are only shown in demo mode. */
const isSeen = () => (env().DEMO ? undefined : eq(subscriptions.isDemo, false));

/** A subscription with the evidence of its consent. */
export type Subscriber = Awaited<ReturnType<typeof selectSubscribers>>[number];

/** The number of subscriptions in each state, and of the subscribed ones in each language. */
export async function countSubscribers(): Promise<{
  states: Record<SubscriberState, number>;
  languages: Record<Locale, number>;
}> {
  const number = (condition: ReturnType<typeof and>) =>
    sql<number>`count(*) filter (where ${condition})::integer`;
  const inLanguage = (locale: Locale) =>
    number(and(CONDITIONS.subscribed, eq(subscriptions.locale, locale)));
  const [counted] = await db()
    .select({
      subscribed: number(CONDITIONS.subscribed),
      unconfirmed: number(CONDITIONS.unconfirmed),
      ended: number(CONDITIONS.ended),
      en: inLanguage("en"),
      fr: inLanguage("fr"),
    })
    .from(subscriptions)
    .where(isSeen());
  const { subscribed = 0, unconfirmed = 0, ended = 0, en = 0, fr = 0 } = counted ?? {};
  return { states: { subscribed, unconfirmed, ended }, languages: { en, fr } };
}

/** The newest subscriptions in a state, one page at a time. */
export async function listSubscribers(requested: {
  state: SubscriberState;
  olderThan: string | null;
}): Promise<{ subscribers: Subscriber[]; hasOlder: boolean }> {
  const rows = await selectSubscribers(
    and(
      CONDITIONS[requested.state],
      requested.olderThan ? lt(subscriptions.id, requested.olderThan) : undefined,
    ),
    PAGE + 1,
  );
  return { subscribers: rows.slice(0, PAGE), hasOlder: rows.length > PAGE };
}

/** The subscriptions whose address contains this text, in any state. */
export function findSubscribers(text: string): Promise<Subscriber[]> {
  const pattern = text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  return selectSubscribers(like(subscriptions.email, `%${pattern}%`), PAGE);
}

function selectSubscribers(condition: ReturnType<typeof and>, limit: number) {
  const {
    confirmHash: _link,
    unsubscribeToken: _wayOut,
    ...shown
  } = getTableColumns(subscriptions);
  return db()
    .select(shown)
    .from(subscriptions)
    .where(and(condition, isSeen()))
    .orderBy(desc(subscriptions.id))
    .limit(limit);
}

/** Ends a subscription for a person who asked staff to; returns false if there is none to end. */
export async function unsubscribeByStaff(by: StaffMember, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db().transaction(async (transaction) => {
    const ended = await transaction
      .update(subscriptions)
      .set({ unsubscribedAt: now(), unsubscribedBy: "staff" })
      .where(and(eq(subscriptions.id, id), isNull(subscriptions.unsubscribedAt)))
      .returning({
        email: subscriptions.email,
        locale: subscriptions.locale,
        confirmedAt: subscriptions.confirmedAt,
      });
    const [subscription] = ended;
    if (!subscription) return false;
    const { email, locale, confirmedAt } = subscription;
    await recordStaffChange(transaction, {
      kind: "subscriber_unsubscribed",
      by,
      thingId: id,
      before: { isSubscribed: true },
      after: { isSubscribed: false },
      owners: [
        {
          userId: null,
          // A person who never confirmed has asked for no e-mail, so they do not get this one
          // either.
          email: confirmedAt ? email : null,
          name: null,
          locale,
          thingName: m.staff_change_thing_newsletter({}, { locale }),
        },
      ],
    });
    return true;
  });
}

/** Every subscribed address, with when and how it agreed, the oldest first. */
export function exportSubscribers() {
  const { email, locale, askedAt, confirmedAt, channel, consentVersion, consentSha256 } =
    subscriptions;
  return db()
    .select({ email, locale, askedAt, confirmedAt, channel, consentVersion, consentSha256 })
    .from(subscriptions)
    .where(and(CONDITIONS.subscribed, isSeen()))
    .orderBy(subscriptions.id);
}
