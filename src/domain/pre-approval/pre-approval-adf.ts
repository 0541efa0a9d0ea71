import { monthlyBudget } from "#domain/lead/adf/adf-lead.ts";
import type { LeadFacts } from "#domain/lead/lead.ts";
import type { AdfRequest } from "#domain/lead/lead-form.ts";
import { summaryLines } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { isBudget, monthlyRange } from "#values/budget.ts";
import type { Locale } from "#values/locale.ts";
import { bodyTypeFromPreApproval } from "#values/vehicle.ts";
import { bodyTypeLabel } from "#values/vehicle-label.ts";
import { type PreApprovalAnswers, preApprovalForm } from "./pre-approval.form.ts";

/**
 * A pre-approval as a dealership's CRM reads it: a purchase to be financed within a monthly budget.
 * The dealership works in English; the applicant's language stands in the comments.
 */
export function preApprovalAdf(
  answers: PreApprovalAnswers,
  facts: LeadFacts,
  locale: Locale,
): AdfRequest {
  const bodyType = answers.carType ? bodyTypeFromPreApproval(answers.carType) : null;
  const finance = isBudget(answers.budget)
    ? monthlyBudget(monthlyRange(answers.budget))
    : undefined;
  const place = answers.vehicleLocation;
  const english = { locale: "en", translate: translateIn("en") } as const;
  return {
    interest: "buy",
    vehicle: {
      ...(bodyType ? { bodyStyle: bodyTypeLabel(bodyType, "en") } : {}),
      condition: "unknown",
      ...(finance ? { finance } : {}),
    },
    customer: {
      firstName: facts.firstName,
      lastName: facts.lastName,
      ...(facts.email ? { email: facts.email } : {}),
      ...(facts.phone ? { phone: facts.phone } : {}),
      address: {
        ...(facts.city ? { city: facts.city } : {}),
        ...(place ? { provinceCode: place.province } : {}),
      },
      preferredLanguage: locale,
      comments: summaryLines(preApprovalForm, answers, english).join("\n"),
    },
  };
}
