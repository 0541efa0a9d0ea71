import { and, eq } from "drizzle-orm";
import { auditTable } from "#domain/audit/audit.table.ts";
import { searchAudit } from "#domain/audit/search-audit.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { Role } from "#values/role.ts";
import { isSettingName, type SettingName, settingRow, type Settings } from "./setting.ts";
import { changeSettings } from "./settings.server.ts";

/** One setting's change, from the audit log. */
export type SettingChange = {
  /** The position of its record in the audit log. */
  position: number;
  name: SettingName;
  at: Date;
  accountId: string | null;
  before: unknown;
  after: unknown;
};

const ANY_SEARCH = { accountId: null, thingId: null, from: null, to: null, olderThan: null };

/** The newest changes of settings, newest first: up to fifty times that somebody saved. */
export async function listSettingChanges(): Promise<SettingChange[]> {
  const { records } = await searchAudit({ ...ANY_SEARCH, action: "settings_changed" });
  return records.flatMap(({ position, at, accountId, changes }) =>
    readChanges(changes).map((change) => ({ ...change, position, at, accountId })),
  );
}

/** Without settings that this release does not have. */
function readChanges(changes: string | null): Pick<SettingChange, "name" | "before" | "after">[] {
  const read = JSON.parse(changes ?? "{}") as Record<string, [unknown, unknown]>;
  return Object.entries(read).flatMap(([name, [before, after]]) =>
    isSettingName(name) ? [{ name, before, after }] : [],
  );
}

type ChangeKey = Pick<SettingChange, "position"> & { name: string };

/**
 * What a setting was before a change; null if there is no such change, or if this release does not
 * accept the earlier value.
 */
export async function findEarlierSetting({
  position,
  name,
}: ChangeKey): Promise<Partial<Settings> | null> {
  const [record] = await db()
    .select({ changes: auditTable.changes })
    .from(auditTable)
    .where(and(eq(auditTable.position, position), eq(auditTable.action, "settings_changed")));
  const change = readChanges(record?.changes ?? null).find((each) => each.name === name);
  const read = change && settingRow(change.name).stored.safeParse(change.before);
  return read?.success ? { [change!.name]: read.data } : null;
}

/** Sets a setting to what it was before a change, which is a change itself. False if it cannot be. */
export async function undoSettingChange(
  by: { id: string; role: Role },
  change: ChangeKey,
): Promise<boolean> {
  const earlier = await findEarlierSetting(change);
  if (earlier) await changeSettings(by, earlier);
  return earlier !== null;
}
