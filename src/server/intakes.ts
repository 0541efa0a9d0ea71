import type { FormIntake } from "#domain/lead/submission/intake.ts";
import { callBackIntake } from "#domain/call-back/call-back-intake.server.ts";
import { preApprovalIntake } from "#domain/pre-approval/pre-approval-intake.server.ts";
import { sellCarIntake } from "#domain/sell-request/sell-car-intake.server.ts";
import { vinOfferIntake } from "#domain/sell-request/vin-offer-intake.server.ts";

/** Every form that the site takes in. */
export const intakes: readonly FormIntake[] = [
  preApprovalIntake,
  callBackIntake,
  sellCarIntake,
  vinOfferIntake,
];
