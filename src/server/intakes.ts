import type { FormIntake } from "#backoffice/submission/intake.ts";
import { preApprovalIntake } from "#storefront/pre-approval/pre-approval-intake.server.ts";

/** Every form that the site takes in. */
export const intakes: readonly FormIntake[] = [preApprovalIntake];
