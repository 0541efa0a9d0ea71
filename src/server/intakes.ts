import type { FormIntake } from "#backoffice/submission/intake.ts";
import { callBackIntake } from "#storefront/call-back/call-back-intake.server.ts";
import { preApprovalIntake } from "#storefront/pre-approval/pre-approval-intake.server.ts";
import { sellCarIntake } from "#storefront/sell-car/sell-car-intake.server.ts";
import { vinOfferIntake } from "#storefront/sell-car/vin-offer-intake.server.ts";

/** Every form that the site takes in. */
export const intakes: readonly FormIntake[] = [
  preApprovalIntake,
  callBackIntake,
  sellCarIntake,
  vinOfferIntake,
];
