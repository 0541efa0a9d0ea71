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
 * Reports that so many networks guess at one account that browsers unknown to it must wait. It does
 * the same work for every address: whether the address has an account is looked up only when the
 * e-mail is sent.
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

/**
 * The data of the owner's notice, sent once a day; null if the address has no account.
 * Administrators are notified too.
 */
export async function prepareFloodNotice(email: string) {
  const owner = await findUserByEmail(email);
  if (!owner) return null;
  await notifyAdministrators(`account_flood_alarm:${owner.id}`, (addressee) => ({
    ...addressee,
    event: "account_flood_alarm",
  }));
  return {};
}
