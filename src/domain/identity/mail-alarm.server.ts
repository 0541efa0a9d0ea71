import { eq } from "drizzle-orm";
import { onMailBudgetSpent, type SpentBudget } from "#domain/notification/mail-budget.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { besideDb } from "#platform/database/database.server.ts";
import { site } from "#site/site.ts";
import { calendarDay } from "#values/format.ts";
import { userTable } from "./identity.table.ts";

/** Boot: administrators hear when a budget of mail is spent. */
export function startMailAlarm(): void {
  onMailBudgetSpent(tellAdministrators);
}

/** Each in their language; the site's mailbox where there are none. */
async function tellAdministrators(whose: SpentBudget): Promise<void> {
  const day = calendarDay(now());
  const admins = await besideDb()
    .select({ userId: userTable.id, to: userTable.email, locale: userTable.locale })
    .from(userTable)
    .where(eq(userTable.role, "admin"));
  const readers =
    admins.length > 0 ? admins : [{ userId: null, to: site.email, locale: "en" as const }];
  await besideDb().transaction((transaction) =>
    notify(
      transaction,
      ...readers.map((reader) => ({
        ...reader,
        event: "mail_budget_spent" as const,
        key: `mail_budget_spent:${whose}:${reader.to}:${day}`,
        params: { whose },
      })),
    ),
  );
}
