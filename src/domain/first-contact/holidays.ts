import type { RegionCode } from "#values/province.ts";

/** A day of a year: a date, or a weekday counted within a month or from another day. */
type Rule =
  | { on: readonly [month: number, day: number]; sundayMoves?: true }
  | { nth: number; weekday: number; month: number }
  | { mondayBefore: readonly [month: number, day: number] }
  | { goodFriday: true };

type Holiday = { name: string; rule: Rule; where: readonly RegionCode[] | "everywhere" };

const MONDAY = 1;

/**
 * The statutory holidays of private employers, as of 2026. Sources: canada.ca, "Public holidays"
 * (Canada Revenue Agency), and the employment standards of each province and territory: Ontario's
 * Employment Standards Act, 2000, s. 1; Quebec's Act respecting labour standards, s. 60, and its
 * National Holiday Act; British Columbia's Employment Standards Act, s. 1; Alberta's Employment
 * Standards Code, s. 25; and those of the others. In Quebec an employer chooses between Good Friday
 * and Easter Monday: here it is Good Friday. A law that changes is changed here.
 */
// oxfmt-ignore
const HOLIDAYS: readonly Holiday[] = [
  { name: "New Year’s Day", rule: { on: [1, 1] }, where: "everywhere" },
  { name: "Family Day", rule: { nth: 3, weekday: MONDAY, month: 2 }, where: ["AB", "BC", "MB", "NB", "NS", "ON", "PE", "SK"] },
  { name: "Good Friday", rule: { goodFriday: true }, where: "everywhere" },
  { name: "Victoria Day", rule: { mondayBefore: [5, 25] }, where: ["AB", "BC", "MB", "NT", "NU", "ON", "QC", "SK", "YT"] },
  { name: "National Indigenous Peoples Day", rule: { on: [6, 21] }, where: ["NT", "YT"] },
  { name: "Fête nationale", rule: { on: [6, 24] }, where: ["QC"] },
  { name: "Canada Day", rule: { on: [7, 1], sundayMoves: true }, where: "everywhere" },
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
  const found = HOLIDAYS.find((each) => isHere(each) && dayOf(each.rule, year) === day);
  return found?.name ?? null;
}

/** Calendar days are counted in UTC, so that daylight saving cannot shift them. */
function dayOf(rule: Rule, year: number): string {
  if ("on" in rule) {
    const [month, day] = rule.on;
    const isMoved = rule.sundayMoves && weekdayOf(year, month, day) === 0;
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
