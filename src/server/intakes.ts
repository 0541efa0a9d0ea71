import type { FormIntake } from "#backoffice/submission/intake.ts";
import { callBackIntake } from "#storefront/call-back/call-back-intake.server.ts";
import { preApprovalIntake } from "#storefront/pre-approval/pre-approval-intake.server.ts";
import { vehicleOfferIntake, vinOfferIntake } from "#storefront/sell-car/offer-intakes.server.ts";

/** Every form that the site takes in. */
export const intakes: readonly FormIntake[] = [
  preApprovalIntake,
  callBackIntake,
  vehicleOfferIntake,
  vinOfferIntake,
];
