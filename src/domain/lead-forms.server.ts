import type { FormDeclaration } from "#forms/define-form.ts";
import { bidLeadForm } from "./bid/bid-lead.server.ts";
import { callBackHandler } from "./call-back/call-back-handler.server.ts";
import type { LeadForm } from "./lead/lead-form.ts";
import type { FormHandler } from "./lead/form-handler.ts";
import { leadByHand } from "./lead/lead-by-hand.server.ts";
import { creditApplicationHandler } from "./credit-application/credit-application-handler.server.ts";
import { preApprovalHandler } from "./pre-approval/pre-approval-handler.server.ts";
import { sellCarHandler } from "./sell-request/sell-car-handler.server.ts";
import { vinOfferHandler } from "./sell-request/vin-offer-handler.server.ts";

// All forms whose answers become leads. This file imports the concepts that declare them; pages,
// calls and the server look forms up here. Lower-level code gets the form that it needs as an
// argument.

/** The handlers of the forms that anybody may post to `/forms/{postName}`. */
export const formHandlers: readonly FormHandler[] = [
  preApprovalHandler,
  creditApplicationHandler,
  callBackHandler,
  sellCarHandler,
  vinOfferHandler,
];

const leadForms: readonly LeadForm[] = [...formHandlers, bidLeadForm, leadByHand];

export function findFormHandler(postName: string): FormHandler | undefined {
  return formHandlers.find((handler) => handler.postName === postName);
}

/** Looks a form up by the name that is stored with its submissions. */
export function findLeadForm(formName: string): LeadForm | undefined {
  return leadForms.find(({ form }) => form.name === formName);
}

/** The handler of a form that anybody may post; undefined if its answers arrive in another way. */
export function findHandlerByForm({
  name,
}: Pick<FormDeclaration, "name">): FormHandler | undefined {
  return formHandlers.find(({ form }) => form.name === name);
}
