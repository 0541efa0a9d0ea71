import type { FormIntake } from "#domain/lead/submission/intake.ts";
import { paths } from "#site/paths.ts";
import { splitFullName } from "#values/person-name.ts";
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
        ...splitFullName(name),
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
