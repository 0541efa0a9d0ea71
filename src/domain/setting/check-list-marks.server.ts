import { eq, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { settingTable } from "./setting.table.ts";

/** What only an administrator's own try shows; the other steps are seen from the site's state. */
export const MARKED_STEPS = ["email", "sms", "routing", "legal", "lead"] as const;
export type MarkedStep = (typeof MARKED_STEPS)[number];

/** Beside the settings: it is part of how this site is set up, and no setting has this name. */
const ROW = "check-list";

/** The steps of the check-list that were tried, and worked. */
export async function readMarks(): Promise<ReadonlySet<MarkedStep>> {
  const [row] = await db().select().from(settingTable).where(eq(settingTable.name, ROW));
  const marks = (row?.value ?? {}) as Record<string, unknown>;
  return new Set(MARKED_STEPS.filter((step) => Object.hasOwn(marks, step)));
}

export async function markStep(step: MarkedStep, queryable: Queryable = db()): Promise<void> {
  const changedAt = now();
  const value = { [step]: changedAt.toISOString() };
  await queryable
    .insert(settingTable)
    .values({ name: ROW, value, changedAt })
    .onConflictDoUpdate({
      target: settingTable.name,
      set: { value: sql`${settingTable.value} || excluded.value`, changedAt },
    });
}
