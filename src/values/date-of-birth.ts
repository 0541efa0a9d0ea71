import { MINIMUM_AGE } from "./province.ts";

/** The oldest age ever proved is 122; above this a year was mistyped. */
const MAXIMUM_AGE = 120;

type DateOfBirthCheck =
  | { ok: true; ageYears: number }
  | { ok: false; code: "in_the_future" | "too_long_ago" | "under_age" };

/**
 * Full years of age on a day, both `YYYY-MM-DD`; negative before birth. Someone born on 29 February
 * comes of age on 1 March where the year has none: the later day, so that nobody is served early.
 */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) >= dateOfBirth.slice(5) ? years : years - 1;
}

/** Whether a person born on a real date can be served today. Under age is kindly told, no error. */
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
