import { registerForm } from "./form-registry.ts";
import type { FormIntake, LeadForm } from "./intake.ts";

/** How each form is taken in, by form name and by post name. Boot hands the intakes in. */
const byForm = new Map<string, LeadForm>();
const byPost = new Map<string, FormIntake>();

export function registerIntake(intake: FormIntake): void {
  registerLeadForm(intake);
  byPost.set(intake.postName, intake);
}

/** For answers that come in by a door of their own, and not by `/forms/{name}`. */
export function registerLeadForm(leadForm: LeadForm): void {
  registerForm(leadForm.form);
  byForm.set(leadForm.form.name, leadForm);
}

export function leadFormOf(formName: string): LeadForm | undefined {
  return byForm.get(formName);
}

export function intakeOfPost(postName: string): FormIntake | undefined {
  return byPost.get(postName);
}
