import { MINIMUM_AGE } from "./province.ts";

/** The oldest age ever proved is 122; for an age above this the year was mistyped. */
const MAXIMUM_AGE = 120;

type DateOfBirthCheck =
  | { ok: true; ageYears: number }
  | { ok: false; code: "in_the_future" | "too_long_ago" | "under_age" };

/**
 * The age in full years on a day, both `YYYY-MM-DD`; negative before birth. A person born on 29
 * February has their birthday on 1 March in other years: the later day, so that nobody is served
 * too early.
 */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) >= dateOfBirth.slice(5) ? years : years - 1;
}

/**
 * Whether a person born on a real date can be served today. Being under age is not a field error:
 * the page explains it.
 */
export function checkDateOfBirth(
  dateOfBirth: string,
  today: string,
  minimumAge: number = MINIMUM_AGE,
): DateOfBirthCheck {
  if (dateOfBirth > today) return { ok: false, code: "in_the_future" };
  const ageYears = ageOn(dateOfBirth, today);
  if (ageYears > MAXIMUM_AGE) return { ok: false, code: "too_long_ago" };
  return ageYears < minimumAge ? { ok: false, code: "under_age" } : { ok: true, ageYears };
}
