import { registerForm } from "./form-registry.ts";
import type { FormIntake } from "./intake.ts";

/** How each form is taken in, by form name and by post name. Boot hands the intakes in. */
const byForm = new Map<string, FormIntake>();
const byPost = new Map<string, FormIntake>();

export function registerIntake(intake: FormIntake): void {
  registerForm(intake.form);
  byForm.set(intake.form.name, intake);
  byPost.set(intake.postName, intake);
}

export function intakeOfForm(formName: string): FormIntake | undefined {
  return byForm.get(formName);
}

export function intakeOfPost(postName: string): FormIntake | undefined {
  return byPost.get(postName);
}
