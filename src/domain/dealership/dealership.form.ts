import { definePageForm } from "#forms/define-form.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { PROVINCES } from "#values/province.ts";

/** More than any distance between two places in the country. */
const FARTHEST_KM = 6_000;

/** A dealership's data, entered by staff: how to reach it, whom it serves, which leads it takes. */
export const dealershipForm = definePageForm({
  name: "dealership",
  messagePrefix: "dealership_form",
  questions: [
    { kind: "text", name: "name", ownErrors: ["taken"] },
    { kind: "text", name: "licenceNumber", maxLength: 40, hint: true, optional: true },
    { kind: "email", name: "leadEmail", hint: true },
    { kind: "phone", name: "phone" },
    { kind: "text", name: "streetAddress" },
    { kind: "text", name: "city", row: "town", suggests: "city", ownErrors: ["unknown"] },
    { kind: "province", name: "province", row: "town" },
    { kind: "postal-code", name: "postalCode", inProvince: "province" },
    {
      kind: "number",
      name: "servedRadius",
      unit: "km",
      min: 1,
      max: FARTHEST_KM,
      hint: true,
    },
    { kind: "choices", name: "servedProvinces", options: PROVINCES, optionWords: "province" },
    { kind: "choices", name: "takesLeadKinds", options: LEAD_KINDS, hint: true },
  ],
});
