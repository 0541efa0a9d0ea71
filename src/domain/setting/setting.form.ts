import { definePageForm } from "#forms/define-form.ts";
import { PASSING_ON } from "#values/passing-on.ts";

/** Every setting of the site. */
export const settingForm = definePageForm({
  name: "setting",
  messagePrefix: "setting_form",
  questions: [{ kind: "choice", name: "passingOn", options: PASSING_ON, hint: true }],
});
