import { eq, inArray, sql } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import type { ChangedValue } from "#domain/audit/audit.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import { cacheRead } from "#platform/database/cached-reads.server.ts";
import type { Role } from "#values/role.ts";
import { parseSettings, SETTING_NAMES, type SettingName, type Settings } from "./setting.ts";
import { settingDraftTable } from "./setting-draft.table.ts";
import { settingTable } from "./setting.table.ts";
import { findSupposedSettings } from "./supposed-settings.server.ts";

/** The current settings, for decisions that depend on them. */
export async function readSettings(queryable: Queryable = db()): Promise<Settings> {
  return parseSettings(
    await queryable
      .select({ name: settingTable.name, value: settingTable.value })
      .from(settingTable),
  );
}

/** The cache is cleared when a change is committed. */
const readPublished = cacheRead(() => readSettings(), { most: 1 });

/** The same for pages: those that are supposed, where a page previews drafts. */
export async function readShownSettings(): Promise<Settings> {
  return findSupposedSettings()?.settings ?? readPublished();
}

/** A setting without a row cannot be locked, and two rows may be added to one list at once. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`);
}

/**
 * Stores the values that differ from before, with the earlier ones in the audit log. Settings that
 * are not named stay. What was drafted for those that are named is no draft any more.
 * @param change a function if the new values depend on the current ones
 */
export async function changeSettings(
  by: { id: string; role: Role },
  change:
    | Partial<Settings>
    | ((
        current: Settings,
        transaction: Transaction,
      ) => Partial<Settings> | Promise<Partial<Settings>>),
): Promise<void> {
  await db().transaction(async (transaction) => {
    await lockSettings(transaction);
    const before = await readSettings(transaction);
    const settings = typeof change === "function" ? await change(before, transaction) : change;
    const named = SETTING_NAMES.filter((name) => settings[name] !== undefined);
    await transaction.delete(settingDraftTable).where(inArray(settingDraftTable.name, named));
    const changed = named.filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(settings[name]),
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
