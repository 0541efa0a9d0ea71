import { formHandler } from "#domain/lead/form-handler.ts";
import { NO_PLACE } from "#domain/lead/lead.ts";
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
      ...NO_PLACE,
    },
    consents: [],
  }),
});
