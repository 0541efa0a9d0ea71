import type { FormDeclaration } from "#forms/define-form.ts";
import { bidLeadForm } from "./bid/bid-lead.server.ts";
import { callBackHandler } from "./call-back/call-back-handler.server.ts";
import type { LeadForm } from "./lead/lead-form.ts";
import type { FormHandler } from "./lead/form-handler.ts";
import { creditApplicationHandler } from "./credit-application/credit-application-handler.server.ts";
import { preApprovalHandler } from "./pre-approval/pre-approval-handler.server.ts";
import { sellCarHandler } from "./sell-request/sell-car-handler.server.ts";
import { vinOfferHandler } from "./sell-request/vin-offer-handler.server.ts";

// Every form whose answers become leads, written above the concepts that declare them. Pages, calls
// and the server look here; what stands below is handed what it needs.

/** Those that anybody may post to `/forms/{postName}`. */
export const formHandlers: readonly FormHandler[] = [
  preApprovalHandler,
  creditApplicationHandler,
  callBackHandler,
  sellCarHandler,
  vinOfferHandler,
];

const leadForms: readonly LeadForm[] = [...formHandlers, bidLeadForm];

export function findFormHandler(postName: string): FormHandler | undefined {
  return formHandlers.find((handler) => handler.postName === postName);
}

/** By the name that a submission keeps of its form. */
export function findLeadForm(formName: string): LeadForm | undefined {
  return leadForms.find(({ form }) => form.name === formName);
}

/** How a form is taken in that anybody may post; undefined where its answers come in otherwise. */
export function findHandlerByForm({
  name,
}: Pick<FormDeclaration, "name">): FormHandler | undefined {
  return formHandlers.find(({ form }) => form.name === name);
}
