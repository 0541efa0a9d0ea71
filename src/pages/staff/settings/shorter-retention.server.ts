import { countExpiredData, findNextRun } from "#domain/retention/expired-data.server.ts";
import { isShortened } from "#domain/setting/retention-settings.ts";
import type { Settings } from "#domain/setting/setting.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { supposeSettings } from "#domain/setting/supposed-settings.server.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

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

/**
 * What to ask before these periods apply, and what the answer sends as `sure`; null if nothing
 * becomes shorter, or if the person agreed to this number.
 */
export async function askBeforeDeleting(
  changed: Partial<Settings>,
  sure: string,
  locale: Locale,
): Promise<{ sure: string; text: string } | null> {
  const deleted = await countDeletedSooner(changed);
  if (deleted === null || sure === String(deleted)) return null;
  const count = formatNumber(deleted, locale);
  return { sure: String(deleted), text: m.setting_retention_sooner({ count }, { locale }) };
}
