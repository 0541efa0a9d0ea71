import { z } from "zod";
import { FURTHER_CLASSES } from "#values/data-class.ts";
import { listKeys } from "#values/record.ts";
import { PASSING_ON } from "#values/passing-on.ts";

/** What an administrator sets on the site itself: each with what is so until somebody does. */
export const SETTINGS = {
  /** When a pre-approval or a credit application goes to its dealership. */
  passingOn: { stored: z.enum(PASSING_ON), byDefault: "at_once" },
  /** What the mail to that dealership holds beyond what it needs for first contact. */
  leadMailAlso: { stored: z.array(z.enum(FURTHER_CLASSES)), byDefault: [] },
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = {
  readonly [Name in SettingName]: z.infer<(typeof SETTINGS)[Name]["stored"]>;
};

/** A list with a first one, as the codes of a column are. */
export const SETTING_NAMES = listKeys(SETTINGS) as [SettingName, ...SettingName[]];
