import { eq } from "drizzle-orm";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { log } from "#platform/log/log.server.ts";
import { site } from "#site/site.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { userTable } from "./identity.table.ts";
import { findUserByEmail } from "./user.server.ts";

const REPORTS: RateLimit = { name: "account flood reports", most: 1, windowMs: 60 * 60_000 };

/**
 * So many networks guess at one account that browsers it does not know have to wait. The same work
 * for every address: whether it has an account is asked when the mail goes out.
 */
export async function reportFlood(email: string, locale: Locale): Promise<void> {
  if (!(await countAgainst(REPORTS, email)).ok) return;
  log.warn("about a hundred networks guess at one account");
  await db().transaction((transaction) =>
    notify(transaction, {
      event: "account_flood",
      to: email,
      locale,
      key: `account_flood:${email}:${calendarDay(now())}`,
    }),
  );
}

/** What the owner is told, once a day; null where nobody has the address. Administrators hear of it too. */
export async function prepareFloodNotice(email: string) {
  const owner = await findUserByEmail(email);
  if (!owner) return null;
  await tellAdministrators(owner.id);
  return {};
}

/** One mail a day about an account; the site's mailbox where there are no administrators. */
async function tellAdministrators(accountId: string): Promise<void> {
  const admins = await db()
    .select({ userId: userTable.id, to: userTable.email, locale: userTable.locale })
    .from(userTable)
    .where(eq(userTable.role, "admin"));
  const readers =
    admins.length > 0 ? admins : [{ userId: null, to: site.email, locale: "en" as const }];
  const day = calendarDay(now());
  await db().transaction((transaction) =>
    notify(
      transaction,
      ...readers.map((reader) => ({
        ...reader,
        event: "account_flood_alarm" as const,
        key: `account_flood_alarm:${accountId}:${reader.to}:${day}`,
      })),
    ),
  );
}
