import { eq, sql } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import type { ChangedValue } from "#domain/audit/audit.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { cacheRead } from "#platform/database/cached-reads.server.ts";
import type { Role } from "#values/role.ts";
import { parseSettings, SETTING_NAMES, type SettingName, type Settings } from "./setting.ts";
import { settingTable } from "./setting.table.ts";

/** The current settings, for decisions that depend on them. */
export async function readSettings(queryable: Queryable = db()): Promise<Settings> {
  return parseSettings(
    await queryable
      .select({ name: settingTable.name, value: settingTable.value })
      .from(settingTable),
  );
}

/** The same for pages; the cache is cleared when a change is committed. */
export const readShownSettings = cacheRead(() => readSettings(), { most: 1 });

/**
 * Stores the values that differ from before, with the earlier ones in the audit log. Settings that
 * are not named stay.
 * @param change a function if the new values depend on the current ones
 */
export async function changeSettings(
  by: { id: string; role: Role },
  change: Partial<Settings> | ((current: Settings) => Partial<Settings>),
): Promise<void> {
  await db().transaction(async (transaction) => {
    // A setting without a row cannot be locked, and two rows may be added to one list at once.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`);
    const before = await readSettings(transaction);
    const settings = typeof change === "function" ? change(before) : change;
    const changed = SETTING_NAMES.filter(
      (name) =>
        settings[name] !== undefined &&
        JSON.stringify(before[name]) !== JSON.stringify(settings[name]),
    );
    if (changed.length === 0) return;
    const changedAt = now();
    for (const name of changed) {
      const value = settings[name];
      await transaction
        .insert(settingTable)
        .values({ name, value, changedAt })
        .onConflictDoUpdate({ target: settingTable.name, set: { value, changedAt } });
    }
    await recordAudit(transaction, {
      by: toActor(by),
      action: "settings_changed",
      changes: Object.fromEntries(
        changed.map((name): [string, [ChangedValue, ChangedValue]] => [
          name,
          [before[name], settings[name] ?? null],
        ]),
      ),
    });
  });
}

/** When it was last changed; null if it never was. */
export async function findChangedAt(queryable: Queryable, name: SettingName): Promise<Date | null> {
  const [row] = await queryable
    .select({ changedAt: settingTable.changedAt })
    .from(settingTable)
    .where(eq(settingTable.name, name));
  return row?.changedAt ?? null;
}
