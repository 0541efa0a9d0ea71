/** What staff can be told of. */
export const NOTICE_KINDS = ["new_lead", "answer", "delivery_failed", "overdue"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_WAYS = ["mail", "sms", "push", "none"] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

/** What cannot wait for the office to open: whoever is on call is told of it at once. */
const URGENT: readonly NoticeKind[] = ["overdue", "delivery_failed"];

/** How a member of staff wants to be told. Times are `HH:MM`, where the business is. */
export type NoticePreference = {
  ways: Readonly<Record<NoticeKind, NoticeWay>>;
  quiet: { from: string; to: string } | null;
  hasDigest: boolean;
  /** Whether a colleague’s overdue lead is left to the digest. */
  isOwnOnly: boolean;
};

/**
 * Of a member of staff who never chose: they are told at once of their own leads and of those that
 * nobody has, and every morning of the rest.
 */
export const DEFAULT_PREFERENCE: NoticePreference = {
  ways: { new_lead: "mail", answer: "mail", delivery_failed: "mail", overdue: "mail" },
  quiet: null,
  hasDigest: true,
  isOwnOnly: true,
};

/** The hours that quiet time can begin and end at. */
export const QUIET_HOURS = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, "0")}:00`,
);

type Moment = {
  /** `HH:MM`, where the business is. */
  clock: string;
  isOpen: boolean;
};

/**
 * How to tell somebody of this now; `later` while their quiet hours last. Outside opening hours
 * whoever is on call is told of what is urgent, whatever else they chose.
 */
export function chooseWay(
  kind: NoticeKind,
  { ways, quiet }: NoticePreference,
  { clock, isOpen, isOnCall }: Moment & { isOnCall: boolean },
): NoticeWay | "later" {
  const way = ways[kind];
  if (isOnCall && !isOpen && URGENT.includes(kind)) return way === "none" ? "mail" : way;
  if (way === "none") return "none";
  return quiet && isWithin(clock, quiet) ? "later" : way;
}

/** Whether a time is within hours that may go past midnight; the last minute is not. */
function isWithin(clock: string, { from, to }: { from: string; to: string }): boolean {
  return from <= to ? from <= clock && clock < to : clock >= from || clock < to;
}

/** The Monday of a day's week, both `YYYY-MM-DD`: a turn on call lasts from Monday to Sunday. */
export function mondayOf(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}

/** This week and the ones after it, by their Mondays. */
export function listWeeks(day: string, count: number): string[] {
  const first = Date.parse(`${mondayOf(day)}T12:00:00Z`);
  return Array.from({ length: count }, (_, week) =>
    new Date(first + week * 7 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  );
}
