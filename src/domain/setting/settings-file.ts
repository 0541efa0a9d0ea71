import { z } from "zod";
import { isSettingName, type SettingName, settingRow, type Settings } from "./setting.ts";

const FORMAT = "site-settings";
/** Far more than all settings at their longest. */
export const FILE_MAX_BYTES = 256 * 1024;

const fileSchema = z.object({
  format: z.literal(FORMAT),
  settings: z.record(z.string(), z.unknown()),
  /** The picture itself: another site has none under this name. */
  logoFile: z.base64().optional(),
});

/** All settings as one file, from which another site is set up. */
export function writeSettingsFile(settings: Settings, logo: Uint8Array | null): string {
  const logoFile = logo ? Buffer.from(logo).toString("base64") : undefined;
  return `${JSON.stringify({ format: FORMAT, settings, logoFile }, null, 2)}\n`;
}

export type FileReading =
  | { ok: true; settings: Partial<Settings>; logo: Uint8Array | null }
  /** `unknown`: a setting that this release does not have; `refused`: a value out of bounds. */
  | { ok: false; code: "no_file" | "unknown" | "refused"; names: readonly string[] };

/** Reads such a file: all of its settings, or none. A setting that it leaves out stays. */
export function readSettingsFile(text: string): FileReading {
  const file = parseFile(text);
  if (!file) return { ok: false, code: "no_file", names: [] };
  const entries = Object.entries(file.settings).map(renameEarlier);
  const unknown = entries.map(([name]) => name).filter((name) => !isSettingName(name));
  if (unknown.length > 0) return { ok: false, code: "unknown", names: unknown };
  const read = entries.map(([name, value]) => ({
    name: name as SettingName,
    reading: settingRow(name as SettingName).stored.safeParse(value),
  }));
  const refused = read.flatMap(({ name, reading }) => (reading.success ? [] : [name]));
  if (refused.length > 0) return { ok: false, code: "refused", names: refused };
  return {
    ok: true,
    logo: file.logoFile === undefined ? null : Buffer.from(file.logoFile, "base64"),
    settings: Object.fromEntries(read.map(({ name, reading }) => [name, reading.data])),
  };
}

/** Before bids could be closed, the open forms had another name, and bids were always open. */
function renameEarlier([name, value]: [string, unknown]): [string, unknown] {
  return name === "kindsOffered" && Array.isArray(value)
    ? ["requestsTaken", [...value, "bids"]]
    : [name, value];
}

function parseFile(text: string): z.infer<typeof fileSchema> | null {
  try {
    return fileSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
