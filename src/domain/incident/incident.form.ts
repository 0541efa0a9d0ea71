import { type CompleteAnswersOf, definePageForm } from "#forms/define-form.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { LOCALES } from "#values/locale.ts";
import { isProvince, PROVINCES } from "#values/province.ts";
import {
  DATA_CLASS_CODES,
  isSealed,
  OPEN_CLASSES,
  RISKS,
  SEALED_CLASSES,
  NOTIFICATION_WAYS,
} from "./incident.ts";
import type { Incident } from "./incident.table.ts";

/** An incident may be noticed years after it began. */
const OLDEST_DAYS = 3_650;
const MOST_PEOPLE = 40_000_000;

const ON_A_DAY = { kind: "day", firstDay: -OLDEST_DAYS, lastDay: 0, optional: true } as const;
const IN_WORDS = { kind: "long-text", maxLength: 4_000, rows: 3, optional: true } as const;
const KNOWN = ["exact", "approximate"] as const;

/**
 * One incident of the register, from the first hour to its end: what is not known yet is left
 * empty.
 */
export const incidentForm = definePageForm({
  name: "incident",
  messagePrefix: "incident_form",
  questions: [
    { kind: "text", name: "title", group: "event", maxLength: 120, hint: true },
    { kind: "select", name: "language", group: "event", options: LOCALES, hint: true },
    {
      kind: "long-text",
      name: "circumstances",
      group: "event",
      minLength: 10,
      maxLength: 4_000,
      rows: 5,
      hint: true,
    },
    { ...IN_WORDS, name: "cause", group: "event", hint: true },
    { ...ON_A_DAY, name: "beganOn", group: "event" },
    { ...ON_A_DAY, name: "endedOn", group: "event", hint: true, ownErrors: ["too_early"] },
    { kind: "select", name: "period", group: "event", options: KNOWN, emptyEntry: "none" },
    {
      kind: "day",
      name: "noticedOn",
      group: "event",
      firstDay: -OLDEST_DAYS,
      lastDay: 0,
      ownErrors: ["too_early"],
    },
    {
      kind: "choices",
      name: "sealedData",
      group: "people",
      options: SEALED_CLASSES,
      optionWords: "vocabulary_data_class",
      optional: true,
      hint: true,
    },
    {
      kind: "choices",
      name: "openData",
      group: "people",
      options: OPEN_CLASSES,
      optionWords: "vocabulary_data_class",
      optional: true,
    },
    { ...IN_WORDS, name: "dataDetails", group: "people", hint: true },
    {
      kind: "number",
      name: "people",
      group: "people",
      unit: "people",
      min: 0,
      max: MOST_PEOPLE,
      optional: true,
    },
    {
      kind: "number",
      name: "quebecPeople",
      group: "people",
      unit: "people",
      min: 0,
      max: MOST_PEOPLE,
      optional: true,
      ownErrors: ["more_than_all"],
    },
    { kind: "select", name: "count", group: "people", options: KNOWN, emptyEntry: "none" },
    {
      kind: "choices",
      name: "provinces",
      group: "people",
      options: PROVINCES,
      optionWords: "province",
      optional: true,
      hint: true,
    },
    { ...IN_WORDS, name: "sensitivity", group: "risk", hint: true, ownErrors: ["needed"] },
    { ...IN_WORDS, name: "consequences", group: "risk", hint: true, ownErrors: ["needed"] },
    { ...IN_WORDS, name: "likelihood", group: "risk", hint: true, ownErrors: ["needed"] },
    { kind: "select", name: "risk", group: "risk", options: RISKS, emptyEntry: "none", hint: true },
    { ...IN_WORDS, name: "measures", group: "measures", hint: true },
    { ...IN_WORDS, name: "plannedMeasures", group: "measures", hint: true },
    { ...IN_WORDS, name: "advice", group: "measures", hint: true },
    { ...ON_A_DAY, name: "opcToldOn", group: "told", ownErrors: ["too_early"] },
    { ...ON_A_DAY, name: "caiToldOn", group: "told", ownErrors: ["too_early"] },
    { ...ON_A_DAY, name: "peopleToldOn", group: "told", ownErrors: ["too_early"] },
    {
      kind: "select",
      name: "tellingWay",
      group: "told",
      options: NOTIFICATION_WAYS,
      optional: true,
    },
    { ...IN_WORDS, name: "publicNoticeReason", group: "told", hint: true, ownErrors: ["needed"] },
    { ...IN_WORDS, name: "tellingPlan", group: "told", hint: true },
    { ...IN_WORDS, name: "othersTold", group: "told", hint: true },
    { ...IN_WORDS, name: "untoldReason", group: "end", hint: true },
    {
      ...ON_A_DAY,
      name: "closedOn",
      group: "end",
      hint: true,
      ownErrors: ["too_early", "risk_open", "untold"],
    },
  ],
});

export type IncidentAnswers = CompleteAnswersOf<typeof incidentForm>;
/** The details of an incident from the form; the command sets the rest of its row. */
export type IncidentDetails = Omit<Incident, "id" | "byUserId" | "changedAt">;

export function readIncident(answers: IncidentAnswers): IncidentDetails {
  const { people = null, quebecPeople = null, tellingWay = null } = answers;
  const codes = [answers.sealedData, answers.openData].flatMap((each) => split(each));
  const provinces = split(answers.provinces).filter(isProvince);
  const isQuebecNamed = (quebecPeople ?? 0) > 0 && !provinces.includes("QC");
  return {
    title: answers.title,
    locale: answers.language,
    circumstances: answers.circumstances,
    cause: answers.cause ?? "",
    beganOn: answers.beganOn ?? null,
    endedOn: answers.endedOn ?? null,
    isPeriodApproximate: answers.period === "approximate",
    noticedOn: answers.noticedOn,
    data: DATA_CLASS_CODES.filter((code) => codes.includes(code)),
    dataDetails: answers.dataDetails ?? "",
    people,
    quebecPeople,
    isCountApproximate: answers.count === "approximate",
    provinces: isQuebecNamed ? [...provinces, "QC"] : provinces,
    sensitivity: answers.sensitivity ?? "",
    consequences: answers.consequences ?? "",
    likelihood: answers.likelihood ?? "",
    risk: answers.risk,
    measures: answers.measures ?? "",
    plannedMeasures: answers.plannedMeasures ?? "",
    advice: answers.advice ?? "",
    opcToldOn: answers.opcToldOn ?? null,
    caiToldOn: answers.caiToldOn ?? null,
    peopleToldOn: answers.peopleToldOn ?? null,
    tellingWay,
    publicNoticeReason: answers.publicNoticeReason ?? "",
    tellingPlan: answers.tellingPlan ?? "",
    othersTold: answers.othersTold ?? "",
    untoldReason: answers.untoldReason ?? "",
    closedOn: answers.closedOn ?? null,
  };
}

/** The reverse, to fill in the form of an incident that is in the register. */
export function toAnswers(incident: IncidentDetails): IncidentAnswers {
  const { locale, data, provinces, isPeriodApproximate, isCountApproximate, ...rest } = incident;
  const answered = Object.entries({
    ...rest,
    sealedData: data.filter(isSealed).join(","),
    openData: data.filter((code) => !isSealed(code)).join(","),
    provinces: provinces.join(","),
  }).filter(([, value]) => value !== null && value !== "");
  return {
    ...(Object.fromEntries(answered) as Omit<IncidentAnswers, "language" | "period" | "count">),
    language: locale,
    period: isPeriodApproximate ? "approximate" : "exact",
    count: isCountApproximate ? "approximate" : "exact",
  };
}

function split(value: string | undefined): string[] {
  return value ? splitChoices(value) : [];
}
