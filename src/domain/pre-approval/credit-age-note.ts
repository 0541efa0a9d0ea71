import { ageOn } from "#values/date-of-birth.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { creditAge, provinceName, provinceTimeZone } from "#values/province.ts";
import type { Translate } from "#forms/questions/question-kind.ts";
import type { PreApprovalAnswers } from "./pre-approval.form.ts";

/**
 * A note for a person of 18 in a province where a credit contract requires 19 years. It blocks
 * nothing, and staff see the same from the answers. Undefined if there is nothing to say.
 */
export function creditAgeNote(
  answers: PreApprovalAnswers,
  now: Date,
  { locale, translate }: { readonly locale: Locale; readonly translate: Translate },
): string | undefined {
  const { dateOfBirth, vehicleLocation } = answers;
  if (!dateOfBirth || !vehicleLocation) return undefined;
  const age = creditAge(vehicleLocation.province);
  if (ageOn(dateOfBirth, calendarDay(now, provinceTimeZone(vehicleLocation.province))) >= age)
    return undefined;
  const province = provinceName(vehicleLocation.province, locale);
  return translate("pre_approval_form_note_credit_age", { province, age });
}
