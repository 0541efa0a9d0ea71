import { z } from "zod";
import { FURTHER_CLASSES } from "#values/data-class.ts";
import { listKeys } from "#values/record.ts";
import { PASSING_ON } from "#values/passing-on.ts";

/** What an administrator can set on the site itself, each with its default. */
export const SETTINGS = {
  /** When a pre-approval or a credit application is passed on to its dealership. */
  passingOn: { stored: z.enum(PASSING_ON), byDefault: "at_once" },
  /** The data in the e-mail to that dealership beyond what is needed for first contact. */
  leadMailAlso: { stored: z.array(z.enum(FURTHER_CLASSES)), byDefault: [] },
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = {
  readonly [Name in SettingName]: z.infer<(typeof SETTINGS)[Name]["stored"]>;
};

/** Typed as a non-empty list, as the codes of a column require. */
export const SETTING_NAMES = listKeys(SETTINGS) as [SettingName, ...SettingName[]];
