import type { LeadKind } from "#values/lead-kind.ts";
import type { Locale } from "#values/locale.ts";
import { daysAfter } from "#values/calendar-date.ts";
import type { RegionCode } from "#values/province.ts";
import type { LeadStatus } from "./lead.ts";

/** How new leads are given out. By default nobody gets them: staff take them. */
export const ASSIGNMENT_METHODS = ["by_hand", "round_robin", "least_open"] as const;
export type AssignmentMethod = (typeof ASSIGNMENT_METHODS)[number];

/** Stages at which nothing more is done: such a lead counts for nobody's work. */
export const DONE_STATUSES = ["delivered", "closed"] as const satisfies readonly LeadStatus[];

export function isDone(status: LeadStatus): boolean {
  return DONE_STATUSES.some((each) => each === status);
}

/** The days of `workHours`, in their order, as the form asks for them. */
export const WORK_DAYS = [
  "worksMonday",
  "worksTuesday",
  "worksWednesday",
  "worksThursday",
  "worksFriday",
  "worksSaturday",
  "worksSunday",
] as const;

/** Which new leads a member of staff gets by the rule. An empty list means all of them. */
export type AssigneeRules = {
  getsLeads: boolean;
  languages: readonly Locale[];
  provinces: readonly RegionCode[];
  kinds: readonly LeadKind[];
  /** No more by the rule once they have this many open leads; null for no limit. */
  mostOpen: number | null;
  /** First and last day of an absence, `YYYY-MM-DD`; either may be open. */
  absentFrom: string | null;
  absentUntil: string | null;
  /** From Monday to Sunday, each "09:00-17:00" or "" for a day off; empty for somebody at any time. */
  workHours: readonly string[];
};

export type Candidate = AssigneeRules & {
  userId: string;
  openLeads: number;
  /** When the rule last gave them a lead; null if never. */
  lastGivenAt: Date | null;
};

/** Whether somebody is away on this day. Without dates they are not. */
export function isAbsent(
  { absentFrom, absentUntil }: Pick<AssigneeRules, "absentFrom" | "absentUntil">,
  day: string,
): boolean {
  if (absentFrom === null && absentUntil === null) return false;
  return (absentFrom === null || absentFrom <= day) && (absentUntil === null || day <= absentUntil);
}

/** A day (`YYYY-MM-DD`) and a time of it (`HH:MM`), where the business is. */
export type Moment = { day: string; clock: string };

const DAY_MINUTES = 24 * 60;

/** In how many minutes somebody is at work; 0 if they are, null if they are not for a week. */
export function minutesUntilWork(
  rules: Pick<AssigneeRules, "workHours" | "absentFrom" | "absentUntil">,
  { day, clock }: Moment,
): number | null {
  if (rules.workHours.length === 0) return 0;
  for (let ahead = 0; ahead <= WORK_DAYS.length; ahead += 1) {
    const on = daysAfter(day, ahead);
    const weekday = (new Date(`${on}T12:00:00Z`).getUTCDay() + 6) % 7;
    const [from, to] = rules.workHours[weekday]?.split("-") ?? [];
    if (!from || !to || isAbsent(rules, on)) continue;
    if (ahead > 0 || clock < from) return ahead * DAY_MINUTES + toMinutes(from) - toMinutes(clock);
    if (clock < to) return 0;
  }
  return null;
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

type LeadToGive = { locale: Locale; provinceCode: RegionCode | null; kind: LeadKind };

/**
 * Who gets a new lead by the rule; null if nobody may. It goes to those at work; at an hour when
 * nobody is, to those who will be first.
 */
export function chooseAssignee(
  method: AssignmentMethod,
  candidates: readonly Candidate[],
  lead: LeadToGive,
  moment: Moment,
): string | null {
  if (method === "by_hand") return null;
  const [first] = candidates
    .filter((each) => mayGet(each, lead, moment.day))
    .flatMap((each) => {
      const wait = minutesUntilWork(each, moment);
      return wait === null ? [] : [{ ...each, wait }];
    })
    .toSorted(
      (a, b) =>
        a.wait - b.wait ||
        (method === "least_open" ? a.openLeads - b.openLeads : 0) ||
        compareTurns(a, b),
    );
  return first?.userId ?? null;
}

function mayGet(candidate: Candidate, lead: LeadToGive, day: string): boolean {
  const { getsLeads, languages, provinces, kinds, mostOpen, openLeads } = candidate;
  const takes = <Code>(codes: readonly Code[], code: Code) =>
    codes.length === 0 || codes.includes(code);
  return (
    getsLeads &&
    !isAbsent(candidate, day) &&
    (mostOpen === null || openLeads < mostOpen) &&
    takes(languages, lead.locale) &&
    takes(kinds, lead.kind) &&
    // A lead whose province is not known is in nobody's part of the country: everybody may get it.
    (lead.provinceCode === null || takes(provinces, lead.provinceCode))
  );
}

/** Whoever has waited longest first; somebody who never got a lead before everybody else. */
function compareTurns(a: Candidate, b: Candidate): number {
  const waitedSince = ({ lastGivenAt }: Candidate) => lastGivenAt?.getTime() ?? 0;
  return waitedSince(a) - waitedSince(b) || (a.userId < b.userId ? -1 : 1);
}
