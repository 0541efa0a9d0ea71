import { formHandler } from "#domain/lead/form-handler.ts";
import { paths } from "#site/paths.ts";
import { splitFullName } from "#values/person-name.ts";
import { callBackForm } from "./call-back.form.ts";

/** A call-back request is worked by our own staff; the person gets a confirmation by e-mail. */
export const callBackHandler = formHandler(callBackForm, {
  postName: "call-back",
  sentPath: paths.callBackSent,
  decide: ({ name, email, phone }) => ({
    ok: true,
    facts: {
      kind: "call_back",
      ...splitFullName(name),
      email,
      phone: phone ?? null,
      phoneVerifiedAt: null,
      city: null,
      provinceCode: null,
      lat: null,
      lon: null,
    },
    consents: [],
  }),
});
