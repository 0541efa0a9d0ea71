import { eq } from "drizzle-orm";
import type { MessageOwners } from "#domain/notification/message-owners.server.ts";
import { type NewMessage, notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { besideDb, db, type Queryable } from "#platform/database/database.server.ts";
import { site } from "#site/site.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { userTable } from "./identity.table.ts";

/** Who a message goes to, and the key that makes sure it is sent only once. */
type Addressee = { userId: string | null; to: string; locale: Locale; key: string };

/**
 * Notifies each administrator, in their language, of one subject at most once a day; notifies the
 * site's mailbox if there are no administrators.
 */
export async function notifyAdministrators(
  subject: string,
  write: (addressee: Addressee) => NewMessage,
  database: Queryable = db(),
): Promise<void> {
  const day = calendarDay(now());
  const administrators = await database
    .select({ userId: userTable.id, to: userTable.email, locale: userTable.locale })
    .from(userTable)
    .where(eq(userTable.role, "admin"));
  const readers =
    administrators.length > 0
      ? administrators
      : [{ userId: null, to: site.email, locale: "en" as const }];
  await database.transaction((transaction) =>
    notify(
      transaction,
      ...readers.map((reader) => write({ ...reader, key: `${subject}:${reader.to}:${day}` })),
    ),
  );
}

/**
 * Administrators are notified when a mail budget is spent, on a connection that no mail waits for.
 */
export const administratorMessages = {
  mail_budget_spent: {
    raise: (params) =>
      notifyAdministrators(
        `mail_budget_spent:${params.whose}`,
        (addressee) => ({ ...addressee, event: "mail_budget_spent", params }),
        besideDb(),
      ),
  },
} satisfies Partial<MessageOwners>;
