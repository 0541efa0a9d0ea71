import { definePageForm } from "#forms/define-form.ts";
import { FURTHER_CLASSES } from "#values/data-class.ts";
import { PASSING_ON } from "#values/passing-on.ts";

/** All settings of the site. */
export const settingForm = definePageForm({
  name: "setting",
  messagePrefix: "setting_form",
  questions: [
    { kind: "choice", name: "passingOn", options: PASSING_ON, hint: true },
    {
      kind: "choices",
      name: "leadMailAlso",
      options: FURTHER_CLASSES,
      optionWords: "data_class",
      hint: true,
      optional: true,
    },
  ],
});
