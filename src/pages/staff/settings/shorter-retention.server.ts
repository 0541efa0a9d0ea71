import { countExpiredData, findNextRun } from "#domain/retention/expired-data.server.ts";
import { isShortened } from "#domain/setting/retention-settings.ts";
import type { Settings } from "#domain/setting/setting.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { supposeSettings } from "#domain/setting/supposed-settings.server.ts";
import { now } from "#platform/clock/clock.server.ts";

/**
 * How many more records the next clean-up would delete with these periods than with the current
 * ones; null if none becomes shorter.
 */
export async function countDeletedSooner(changed: Partial<Settings>): Promise<number | null> {
  const current = await readSettings();
  if (!isShortened(current, changed)) return null;
  const at = findNextRun(now());
  const countWith = async (settings: Settings) => {
    const counts = await supposeSettings(settings, () => countExpiredData(at));
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  };
  const before = await countWith(current);
  return Math.max(0, (await countWith({ ...current, ...changed })) - before);
}
