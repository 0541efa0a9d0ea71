import { eq, sql } from "drizzle-orm";
import { may } from "#domain/identity/permission.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { type CalendarEntry, writeCalendar } from "./icalendar.ts";
import { calendarFeedTable } from "./task.table.ts";
import { listDeletedTasks, listDoneTasks, listOpenTasks } from "./tasks.server.ts";

const PURPOSE = "calendar feed";
const FIRST_ROUND = 0;

async function readRound(userId: string): Promise<number> {
  const [feed] = await db()
    .select({ round: calendarFeedTable.round })
    .from(calendarFeedTable)
    .where(eq(calendarFeedTable.userId, userId));
  return feed?.round ?? FIRST_ROUND;
}

/** The secret part of the address of somebody's feed. */
export async function findFeedKey(userId: string): Promise<string> {
  return `${userId}.${mac().hmac(PURPOSE, `${userId} ${await readRound(userId)}`)}`;
}

/** Gives somebody's feed another address; the one before stops working. */
export async function renewFeed(userId: string): Promise<void> {
  await db()
    .insert(calendarFeedTable)
    .values({ userId, round: FIRST_ROUND + 1 })
    .onConflictDoUpdate({
      target: calendarFeedTable.userId,
      set: { round: sql`${calendarFeedTable.round} + 1` },
    });
}

const APPOINTMENT_MINUTES = 30;
const DONE_DAYS = 30;

/**
 * The feed of this key: open tasks, and what was done or deleted lately. Null if the key is wrong or was
 * renewed, or if the person left the team. It names nobody but in the words of staff: calendars are
 * kept by other companies.
 */
export async function readFeed(key: string, origin: string): Promise<string | null> {
  const at = key.lastIndexOf(".");
  const [userId, digest] = [key.slice(0, at), key.slice(at + 1)];
  if (at < 1 || userId.includes("\0")) return null;
  if (!mac().hmacMatches(PURPOSE, `${userId} ${await readRound(userId)}`, digest)) return null;
  const [user] = await db().select().from(userTable).where(eq(userTable.id, userId));
  if (!user || !may({ role: user.role }, "workLeads")) return null;
  const since = new Date(now().getTime() - DONE_DAYS * 24 * 60 * 60_000);
  const tasks = [
    ...(await listOpenTasks({ forUserId: userId })),
    ...(await listDoneTasks(since, { forUserId: userId })),
    ...(await listDeletedTasks(since, { forUserId: userId })),
  ];
  const { hostname } = new URL(origin);
  const entries = tasks.map((task): CalendarEntry => {
    const path = task.reference === null ? paths.staffTasks() : paths.lead(task.reference);
    return {
      id: `${task.id}@${hostname}`,
      title: task.doneAt ? `✓ ${task.title}` : task.title,
      place: task.place,
      url: origin + hrefIn(path, user.locale),
      changedAt: task.doneAt ?? task.changedAt ?? task.createdAt,
      revision: task.revision,
      isCancelled: task.deletedAt !== null,
      ...(task.isWholeDay ? { day: task.dueOn } : { at: task.dueAt, minutes: APPOINTMENT_MINUTES }),
    };
  });
  return writeCalendar({ name: `${site.name} · ${user.name}`, site: site.name }, entries);
}
