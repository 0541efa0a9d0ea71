import { formHandler } from "#domain/lead/form-handler.ts";
import { type LeadSender, NO_LOCATION } from "#domain/lead/lead.ts";
import { paths } from "#site/paths.ts";
import { splitFullName } from "#values/person-name.ts";
import { type CallBackAnswers, callBackForm } from "./call-back.form.ts";

/** A call-back request is handled by our own staff; the person gets a confirmation by e-mail. */
export const callBackHandler = formHandler(callBackForm, {
  offeredAs: "call_back",
  postName: "call-back",
  sentPath: paths.callBackSent,
  decide: (answers) => ({
    ok: true,
    facts: { kind: "call_back", ...readSender(answers), phoneVerifiedAt: null },
    consents: [],
  }),
  readSender,
});

function readSender(answers: CallBackAnswers): LeadSender {
  const { name = "", email = null, phone = null } = answers;
  return { ...splitFullName(name), email, phone, ...NO_LOCATION };
}
