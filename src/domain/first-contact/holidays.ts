import type { RegionCode } from "#values/province.ts";

/** A day of a year: a date, or a weekday counted within a month or from another day. */
type Rule =
  | { on: readonly [month: number, day: number]; sundayMovesExcept?: readonly RegionCode[] }
  | { nth: number; weekday: number; month: number }
  | { mondayBefore: readonly [month: number, day: number] }
  | { goodFriday: true };

type Holiday = { name: string; rule: Rule; where: readonly RegionCode[] | "everywhere" };

const MONDAY = 1;

/**
 * The statutory holidays of private employers. A law that changes is changed here; a site that
 * works on one of them, or closes on more, says so in its settings (setting/closed-days.ts).
 *
 * Read in November 2026, some in older copies:
 * - AB: https://www.alberta.ca/alberta-general-holidays.aspx (July 2 if July 1 is a Sunday)
 * - MB: https://web2.gov.mb.ca/laws/statutes/2023/c05023.php (September 30 since 2024; never moved)
 * - NB: https://www2.gnb.ca, “Statutory & Public Holidays” (its public holidays)
 * - NL: https://www.gov.nl.ca/lra/faq/ls_holidays.html (Canada Day is Memorial Day)
 * - NS: https://novascotia.ca/lae/employmentrights/holidaychart.asp; since a regulation of 2018,
 *   Canada Day is July 1 also on a Sunday (only reported: retailcouncil.org, cbc.ca, June 2018)
 * - NT: https://www.gov.nt.ca/en/newsroom/national-day-truth-and-reconciliation-declared-statutory-holiday-northwest-territories
 * - NU: https://www.gov.nu.ca/justice/news/nunavut-day-designated-general-holiday-start-date (July 9)
 * - PE: https://www.princeedwardisland.ca/en/information/workforce-and-advanced-learning/paid-holidays
 * - QC: https://www.cnesst.gouv.qc.ca/fr/conditions-travail/conges/jours-feries/liste-jours-feries
 *   (an employer chooses Good Friday or Easter Monday: here it is Good Friday; July 2 if July 1 is
 *   a Sunday)
 * - YT: https://yukon.ca/en/find-yukon-statutory-holiday
 *
 * From earlier knowledge, not read again: BC (Employment Standards Act, s. 1), ON (Employment
 * Standards Act, 2000, s. 1), SK (Saskatchewan Employment Act); the other days of MB, NT and NU;
 * September 30 in NU. Where nothing says otherwise, Canada Day moves from a Sunday by the federal
 * Holidays Act, s. 2(2).
 */
// oxfmt-ignore
const HOLIDAYS: readonly Holiday[] = [
  { name: "New Year’s Day", rule: { on: [1, 1] }, where: "everywhere" },
  { name: "Family Day", rule: { nth: 3, weekday: MONDAY, month: 2 }, where: ["AB", "BC", "MB", "NB", "NS", "ON", "PE", "SK"] },
  { name: "Good Friday", rule: { goodFriday: true }, where: "everywhere" },
  { name: "Victoria Day", rule: { mondayBefore: [5, 25] }, where: ["AB", "BC", "MB", "NT", "NU", "ON", "QC", "SK", "YT"] },
  { name: "National Indigenous Peoples Day", rule: { on: [6, 21] }, where: ["NT", "YT"] },
  { name: "Fête nationale", rule: { on: [6, 24] }, where: ["QC"] },
  { name: "Canada Day", rule: { on: [7, 1], sundayMovesExcept: ["NS"] }, where: "everywhere" },
  { name: "Nunavut Day", rule: { on: [7, 9] }, where: ["NU"] },
  { name: "Civic holiday", rule: { nth: 1, weekday: MONDAY, month: 8 }, where: ["BC", "NB", "NT", "NU", "SK"] },
  { name: "Discovery Day", rule: { nth: 3, weekday: MONDAY, month: 8 }, where: ["YT"] },
  { name: "Labour Day", rule: { nth: 1, weekday: MONDAY, month: 9 }, where: "everywhere" },
  { name: "National Day for Truth and Reconciliation", rule: { on: [9, 30] }, where: ["BC", "MB", "NT", "NU", "PE", "YT"] },
  { name: "Thanksgiving", rule: { nth: 2, weekday: MONDAY, month: 10 }, where: ["AB", "BC", "MB", "NT", "NU", "ON", "QC", "SK", "YT"] },
  { name: "Remembrance Day", rule: { on: [11, 11] }, where: ["AB", "BC", "NB", "NL", "NT", "NU", "PE", "SK", "YT"] },
  { name: "Christmas Day", rule: { on: [12, 25] }, where: "everywhere" },
  { name: "Boxing Day", rule: { on: [12, 26] }, where: ["ON"] },
];

/** The holiday of a region on a day (`YYYY-MM-DD`), by its English name; null if it is none. */
export function findHoliday(day: string, region: RegionCode): string | null {
  const year = Number(day.slice(0, 4));
  const isHere = ({ where }: Holiday) => where === "everywhere" || where.includes(region);
  const found = HOLIDAYS.find((each) => isHere(each) && dayOf(each.rule, year, region) === day);
  return found?.name ?? null;
}

/** Calendar days are counted in UTC, so that daylight saving cannot shift them. */
function dayOf(rule: Rule, year: number, region: RegionCode): string {
  if ("on" in rule) {
    const [month, day] = rule.on;
    const moves = rule.sundayMovesExcept && !rule.sundayMovesExcept.includes(region);
    const isMoved = moves && weekdayOf(year, month, day) === 0;
    return writeDay(year, month, isMoved ? day + 1 : day);
  }
  if ("nth" in rule) {
    const { nth, weekday, month } = rule;
    const first = 1 + ((weekday - weekdayOf(year, month, 1) + 7) % 7);
    return writeDay(year, month, first + 7 * (nth - 1));
  }
  if ("mondayBefore" in rule) {
    const [month, day] = rule.mondayBefore;
    const daysBack = (weekdayOf(year, month, day) + 6) % 7 || 7;
    return writeDay(year, month, day - daysBack);
  }
  const [month, day] = findEaster(year);
  return writeDay(year, month, day - 2);
}

function weekdayOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

function writeDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** Easter Sunday in the Gregorian calendar: the anonymous algorithm (Meeus, Jones and Butcher). */
function findEaster(year: number): readonly [month: number, day: number] {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const n = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * n + 114;
  return [Math.floor(sum / 31), (sum % 31) + 1];
}
