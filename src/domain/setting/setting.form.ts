import { definePageForm, type FormDeclaration } from "#forms/define-form.ts";
import type { Question } from "#forms/questions/kinds.ts";
import { FURTHER_CLASSES } from "#values/data-class.ts";
import { HOME_CLAIMS, LISTING_REVIEWS, OFFERED_KINDS } from "#site/offered.ts";
import { PASSING_ON } from "#values/passing-on.ts";
import { writeDays } from "./closed-days.ts";
import { KEEP_LIMITS, KEEP_NAMES } from "./retention-settings.ts";
import { RATE_NAMES, readRate } from "./rate-settings.ts";
import { PROVINCES } from "#values/province.ts";
import { isSettingList, type SettingGroup, settingRow, type SettingName } from "./setting.ts";
import { readDayHours } from "#values/day-hours.ts";

const HOURS = [
  "hoursMonday",
  "hoursTuesday",
  "hoursWednesday",
  "hoursThursday",
  "hoursFriday",
  "hoursSaturday",
  "hoursSunday",
] as const satisfies readonly SettingName[];

const base = { messagePrefix: "setting_form", isOneOfSeveral: true } as const;
/** A value that the setting's row refuses (setting.ts); its text says what is accepted. */
const ownErrors = ["bounds"];

const days = {
  kind: "long-text",
  maxLength: 4000,
  optional: true,
  hint: true,
  ownErrors,
} as const;

/** The questions about each group of settings; each question has its setting's name. */
export const SETTING_FORMS = {
  company: definePageForm({
    ...base,
    name: "company",
    questions: [
      { kind: "text", name: "siteName", maxLength: 40 },
      { kind: "text", name: "legalName", maxLength: 100 },
      { kind: "text", name: "licences", maxLength: 200, optional: true, hint: true },
      { kind: "text", name: "officeAddress", maxLength: 100 },
      { kind: "text", name: "officeCity", maxLength: 60, row: "town", suggests: "city" },
      { kind: "province", name: "officeProvince", row: "town" },
      { kind: "postal-code", name: "officePostalCode", inProvince: "officeProvince" },
    ],
  }),
  // Its value is the address of an uploaded picture: the page asks for the file itself.
  logo: definePageForm({
    ...base,
    name: "logo",
    questions: [{ kind: "text", name: "logo", maxLength: 60, optional: true, ownErrors }],
  }),
  colours: definePageForm({
    ...base,
    name: "colours",
    questions: [{ kind: "text", name: "accentColour", maxLength: 7, hint: true, ownErrors }],
  }),
  services: definePageForm({
    name: "services",
    messagePrefix: "setting_form",
    questions: [
      {
        kind: "choices",
        name: "provincesServed",
        options: PROVINCES,
        optionWords: "province",
        hint: true,
      },
      {
        kind: "choices",
        name: "requestsTaken",
        options: OFFERED_KINDS,
        hint: true,
        optional: true,
      },
      { kind: "choices", name: "homeClaims", options: HOME_CLAIMS, hint: true, optional: true },
      { kind: "choice", name: "listingReview", options: LISTING_REVIEWS, hint: true },
    ],
  }),
  contact: definePageForm({
    ...base,
    name: "contact",
    questions: [
      { kind: "phone", name: "sitePhone" },
      { kind: "email", name: "siteEmail" },
      { kind: "email", name: "senderEmail", optional: true, hint: true },
      { kind: "text", name: "chatNumber", maxLength: 20, hint: true, ownErrors },
    ],
  }),
  hours: definePageForm({
    ...base,
    name: "hours",
    questions: [
      ...HOURS.map((name) => ({
        kind: "text" as const,
        name,
        maxLength: 20,
        optional: true as const,
        hint: name === "hoursMonday" ? (true as const) : undefined,
        ownErrors,
      })),
      { ...days, name: "closedDays" },
      { ...days, name: "openHolidays" },
    ],
  }),
  social: definePageForm({
    ...base,
    name: "social",
    questions: [
      { kind: "text", name: "facebook", maxLength: 200, optional: true, ownErrors },
      { kind: "text", name: "instagram", maxLength: 200, optional: true, ownErrors },
      { kind: "text", name: "tiktok", maxLength: 200, optional: true, ownErrors },
    ],
  }),
  privacy: definePageForm({
    ...base,
    name: "privacy",
    questions: [
      { kind: "text", name: "privacyOfficer", maxLength: 100, hint: true },
      { kind: "email", name: "privacyEmail" },
    ],
  }),
  retention: definePageForm({
    ...base,
    name: "retention",
    questions: KEEP_NAMES.map((name) => ({
      kind: "number" as const,
      name,
      unit: "count" as const,
      ...KEEP_LIMITS[name],
      hint: true as const,
    })),
  }),
  rates: definePageForm({
    ...base,
    name: "rates",
    questions: RATE_NAMES.map((name) => ({
      kind: "text" as const,
      name,
      maxLength: 10,
      hint: name === "rateFair" ? (true as const) : undefined,
      ownErrors,
    })),
  }),
  // Its choices have ids without the form's name, so no other form may ask for the same names.
  financing: definePageForm({
    name: "financing",
    messagePrefix: "setting_form",
    questions: [
      { kind: "choice", name: "passingOn", options: PASSING_ON, hint: true },
      {
        kind: "choices",
        name: "leadMailAlso",
        options: FURTHER_CLASSES,
        optionWords: "data_class",
        hint: true,
        optional: true,
      },
      {
        kind: "number",
        name: "dealerAnswerHours",
        unit: "count",
        min: 0,
        max: 200,
        step: 1,
        hint: true,
      },
    ],
  }),
} as const satisfies Record<SettingGroup, unknown>;

/** @throws if no form asks for it, which a test rules out */
export function findSettingQuestion(name: SettingName): {
  form: FormDeclaration;
  question: Question;
} {
  const { group } = settingRow(name);
  if (isSettingList(group)) throw new Error(`"${name}" is a list.`);
  const form: FormDeclaration = SETTING_FORMS[group];
  const question = form.steps[0].questions.find((each) => each.name === name);
  if (!question) throw new Error(`No form asks for the setting "${name}".`);
  return { form, question };
}

/** A setting as the answer of its question: choices as the form sends them. */
export function toAnswer(value: unknown): string {
  if (Array.isArray(value) && typeof value[0] === "object") return JSON.stringify(value);
  return Array.isArray(value) ? value.join(",") : String(value);
}

/**
 * The value that an answer stores, and null if the setting's row refuses it. People write numbers
 * and hours in several ways; one is stored.
 */
export function fromAnswer(name: SettingName, answer: string): { value: unknown } | null {
  const { stored } = settingRow(name);
  const typed = WRITTEN.find(({ of }) => of(name))?.read(answer) ?? answer;
  const read = stored.safeParse(typed);
  return read.success ? { value: read.data } : null;
}

const WRITTEN: readonly { of: (name: SettingName) => boolean; read: (typed: string) => unknown }[] =
  [
    { of: (name) => HOURS.some((each) => each === name), read: readDayHours },
    { of: (name) => name === "closedDays" || name === "openHolidays", read: writeDays },
    { of: (name) => RATE_NAMES.some((each) => each === name), read: readRate },
    {
      of: (name) => name === "accentColour",
      read: (typed) => typed.trim().toLowerCase().replace(/^#?/, "#"),
    },
    { of: (name) => KEEP_NAMES.some((each) => each === name), read: Number },
    { of: (name) => name === "dealerAnswerHours", read: Number },
    { of: (name) => name === "chatNumber", read: (typed) => typed.replace(/\D/g, "") },
    listOf("leadMailAlso", FURTHER_CLASSES),
    listOf("provincesServed", PROVINCES),
    listOf("requestsTaken", OFFERED_KINDS),
    listOf("homeClaims", HOME_CLAIMS),
  ];

/** Ticked choices, in the order of the choices. */
function listOf(setting: SettingName, choices: readonly string[]) {
  return {
    of: (name: SettingName) => name === setting,
    read: (typed: string) => choices.filter((each) => typed.split(",").includes(each)),
  };
}
