import type { RefusedAnswer } from "#forms/field-error.ts";
import { ageOn } from "#values/date-of-birth.ts";
import { calendarDay } from "#values/format.ts";
import { creditAge, MINIMUM_AGE, provinceTimeZone } from "#values/province.ts";
import type { CreditApplicationAnswers } from "./credit-application.form.ts";

/**
 * Who is too young to sign a credit contract where the applicant lives: 18 or 19 by province, on the
 * day that it is there. Who is under 18 all over Canada was refused by the question.
 */
export function refuseUnderCreditAge(
  { province, dateOfBirth, coApplicantDateOfBirth }: CreditApplicationAnswers,
  at: Date,
): readonly RefusedAnswer[] {
  const age = province ? creditAge(province) : MINIMUM_AGE;
  const today = calendarDay(at, province && provinceTimeZone(province));
  const isTooYoung = (birthday: string | undefined) =>
    birthday !== undefined && ageOn(birthday, today) < age;
  const refuse = (question: string) => ({ question, code: "under_credit_age", params: { age } });
  return [
    ...(isTooYoung(dateOfBirth) ? [refuse("dateOfBirth")] : []),
    ...(isTooYoung(coApplicantDateOfBirth) ? [refuse("coApplicantDateOfBirth")] : []),
  ];
}
