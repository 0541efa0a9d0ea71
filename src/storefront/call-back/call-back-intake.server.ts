import type { FormIntake } from "#backoffice/submission/intake.ts";
import { paths } from "#paths.ts";
import { type CallBackAnswers, callBackForm } from "./call-back.form.ts";

/** A call-back request is worked by our own staff; the person gets a confirmation by e-mail. */
export const callBackIntake: FormIntake = {
  form: callBackForm,
  postName: "call-back",

  async decide(answers) {
    const { name, email } = answers as CallBackAnswers;
    return {
      ok: true,
      facts: {
        kind: "call_back",
        ...namesOf(name),
        email,
        phone: null,
        phoneVerifiedAt: null,
        city: null,
        provinceCode: null,
        lat: null,
        lon: null,
      },
      consents: [],
    };
  },

  sentPath: (reference) => paths.callBackSent(reference),
};

/** The form asks for one full name; lists sort by the last word of it. */
function namesOf(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/u);
  const last = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(" "), lastName: last ?? "" };
}
