import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { log } from "#platform/log/log.server.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { notifyAdministrators } from "./administrators.server.ts";
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
  await notifyAdministrators(`account_flood_alarm:${owner.id}`, (addressee) => ({
    ...addressee,
    event: "account_flood_alarm",
  }));
  return {};
}
