import { redirect, type RouterContextProvider } from "react-router";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#site/paths.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { openStep } from "#pages/public/form-journey/step.server.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { acceptQualified, LOCATION_STEP, openQualified } from "./qualified.server.ts";

type Args = { context: Readonly<RouterContextProvider> };

/** The panel with the step that it stands over; leads to the first open question where it is early. */
export async function openQualifiedPage({ context }: Args) {
  const visitor = visitorOf(context);
  const panel = await openQualified(visitor);
  const step = await openStep(preApprovalForm, { slug: LOCATION_STEP, returnTo: null, visitor });
  if (!panel || step.at !== "step") {
    throw redirect(hrefIn(paths.preApproval(), visitor.locale));
  }
  return { panel, step: step.view };
}

export async function continueFromPanel({ context }: Args): Promise<never> {
  const { href } = await acceptQualified(visitorOf(context));
  throw redirect(href, 303);
}
