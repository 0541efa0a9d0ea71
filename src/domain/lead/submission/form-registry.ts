import type { FormDeclaration } from "#forms/define-form.ts";

/**
 * Every form whose submissions the business keeps, by name. The rooms that declare the forms stand
 * above this floor, so boot hands them in; the inbox reads answers with them.
 */
const forms = new Map<string, FormDeclaration>();

export function registerForm(form: FormDeclaration): void {
  forms.set(form.name, form);
}

export function formNamed(name: string): FormDeclaration | undefined {
  return forms.get(name);
}
