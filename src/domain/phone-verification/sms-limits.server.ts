import { eq } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import {
  countAgainst,
  forgetTries,
  giveTryBack,
  type RateLimitAnswer,
} from "#platform/limit/rate-limit.server.ts";
import { log } from "#platform/log/log.server.ts";
import type { E164 } from "#values/phone.ts";
import { site } from "#site/site.ts";
import { calendarDay } from "#values/format.ts";

/** Who asks for a code, as far as asking is limited. */
export type CodeAsker = { visitorHash: string; ipAddress: string; userId: string | null };

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** reference/security.md "Web": a message costs money, so an address has no more than a person. */
const NUMBERS = { most: 10, windowMs: HOUR_MS };
const NUMBERS_BY_VISITOR = { name: "sms numbers visitor", ...NUMBERS };
const NUMBERS_BY_ACCOUNT = { name: "sms numbers account", ...NUMBERS };
const NUMBERS_BY_ADDRESS = { name: "sms numbers address", ...NUMBERS };
/** Another code for the same number takes no other place. */
const SAME_NUMBER = { name: "sms number", most: 1, windowMs: HOUR_MS };

function listPlaces({ visitorHash, ipAddress, userId }: CodeAsker) {
  return [
    [NUMBERS_BY_VISITOR, visitorHash],
    [NUMBERS_BY_ADDRESS, ipAddress],
    ...(userId === null ? [] : [[NUMBERS_BY_ACCOUNT, userId] as const]),
  ] as const;
}

/** Takes a number's place among the asker's of this hour. */
export async function takeNumberPlace(asker: CodeAsker, phone: E164): Promise<RateLimitAnswer> {
  const same = `${asker.visitorHash} ${phone}`;
  if (!(await countAgainst(SAME_NUMBER, same)).ok) return { ok: true };
  const counted = await Promise.all(
    listPlaces(asker).map(([limit, who]) => countAgainst(limit, who)),
  );
  const refused = counted.find(({ ok }) => !ok);
  if (!refused) return { ok: true };
  await forgetTries(SAME_NUMBER, same);
  return refused;
}

/**
 * Gives a number's place back: its code was entered rightly, so it is the asker's own, or none was
 * sent. A household or a carrier's shared address is not shut out by honest visitors.
 */
export async function giveNumberPlaceBack(asker: CodeAsker, phone: E164): Promise<void> {
  if (!(await forgetTries(SAME_NUMBER, `${asker.visitorHash} ${phone}`))) return;
  await Promise.all(listPlaces(asker).map(([limit, who]) => giveTryBack(limit, who)));
}

/** Spends one message of the site's day. The first that finds none left raises the alarm. */
export async function spendSmsBudget(): Promise<RateLimitAnswer> {
  const most = env().SMS_DAILY_BUDGET;
  const spent = await countAgainst({ name: "sms of a day", most, windowMs: DAY_MS }, "site");
  if (!spent.ok) await raiseAlarm(most);
  return spent;
}

/** Tells administrators once a day, in their language; the site's mailbox where there are none. */
async function raiseAlarm(most: number): Promise<void> {
  log.warn("the day's budget of SMS is spent", { count: most });
  const day = calendarDay(now());
  const admins = await db()
    .select({ userId: userTable.id, to: userTable.email, locale: userTable.locale })
    .from(userTable)
    .where(eq(userTable.role, "admin"));
  const readers =
    admins.length > 0 ? admins : [{ userId: null, to: site.email, locale: "en" as const }];
  await db().transaction((transaction) =>
    notify(
      transaction,
      ...readers.map((reader) => ({
        ...reader,
        event: "sms_budget_spent" as const,
        key: `sms_budget_spent:${reader.to}:${day}`,
        params: { most },
      })),
    ),
  );
}
