import { inArray, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { Role } from "#values/role.ts";
import {
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  settingRow,
  type Settings,
} from "./setting.ts";
import { settingDraftTable } from "./setting-draft.table.ts";
import { changeSettings, lockSettings, readSettings } from "./settings.server.ts";

export type SettingDraft = {
  name: SettingName;
  value: unknown;
  at: Date;
  accountId: string;
};

/** What is drafted, in the order of the settings; without those that this release does not have. */
export async function listSettingDrafts(queryable: Queryable = db()): Promise<SettingDraft[]> {
  const rows = await queryable
    .select({
      name: settingDraftTable.name,
      value: settingDraftTable.value,
      at: settingDraftTable.draftedAt,
      accountId: settingDraftTable.byAccountId,
    })
    .from(settingDraftTable);
  const drafts = rows.flatMap(({ name, ...row }) =>
    isSettingName(name) ? [{ name, ...row }] : [],
  );
  return drafts.toSorted((a, b) => SETTING_NAMES.indexOf(a.name) - SETTING_NAMES.indexOf(b.name));
}

/**
 * Keeps values to be published later. One that the setting has already is no draft. Returns how
 * many are drafts.
 */
export async function draftSettings(
  by: { id: string },
  settings: Partial<Settings>,
): Promise<number> {
  return db().transaction(async (transaction) => {
    await lockSettings(transaction);
    const published = await readSettings(transaction);
    const names = Object.keys(settings).filter(isSettingName);
    const drafts = names
      .filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(published[name]))
      .map((name) => ({
        name,
        value: settings[name],
        draftedAt: now(),
        byAccountId: by.id,
      }));
    const same = names.filter((name) => !drafts.some((draft) => draft.name === name));
    await transaction.delete(settingDraftTable).where(inArray(settingDraftTable.name, same));
    if (drafts.length > 0)
      await transaction
        .insert(settingDraftTable)
        .values(drafts)
        .onConflictDoUpdate({
          target: settingDraftTable.name,
          set: {
            value: sql`excluded.value`,
            draftedAt: sql`excluded.drafted_at`,
            byAccountId: sql`excluded.by_account_id`,
          },
          // Who drafted a value stays with it when somebody else drafts another one beside it.
          setWhere: sql`${settingDraftTable.value} <> excluded.value`,
        });
    return drafts.length;
  });
}

type Reading = { settings: Partial<Settings>; refused: readonly SettingName[] };

/** `refused`: what an earlier release drafted, and this one does not accept. */
function readDrafts(drafts: readonly SettingDraft[]): Reading {
  const read = drafts.map(({ name, value }) => ({
    name,
    reading: settingRow(name).stored.safeParse(value),
  }));
  return {
    settings: Object.fromEntries(
      read.flatMap(({ name, reading }) => (reading.success ? [[name, reading.data]] : [])),
    ),
    refused: read.flatMap(({ name, reading }) => (reading.success ? [] : [name])),
  };
}

/** The settings as they would be after publishing; null if nothing is drafted. */
export async function readDraftedSettings(): Promise<Settings | null> {
  const drafts = await listSettingDrafts();
  if (drafts.length === 0) return null;
  return { ...(await readSettings()), ...readDrafts(drafts).settings };
}

/** Publishes all drafts, or none if one of them is refused. */
export async function publishSettingDrafts(by: { id: string; role: Role }): Promise<{
  refused: readonly SettingName[];
}> {
  let refused: readonly SettingName[] = [];
  await changeSettings(by, async (_current, transaction) => {
    const reading = readDrafts(await listSettingDrafts(transaction));
    refused = reading.refused;
    return refused.length > 0 ? {} : reading.settings;
  });
  return { refused };
}

export async function discardSettingDrafts(): Promise<void> {
  await db().transaction(async (transaction) => {
    await lockSettings(transaction);
    // Also those that this release does not know.
    await transaction.delete(settingDraftTable);
  });
}
