import type { HeadersArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { AlreadySent } from "#pages/public/form-journey/already-sent.tsx";
import { type FailedAction, orFailed } from "#pages/public/phone-code/failed-action.ts";
import { RefusalPage } from "#pages/public/form-journey/refusal-page.tsx";
import type { StepParts, WizardParts } from "#pages/public/form-journey/wizard.ts";
import { preApprovalParts } from "#pages/public/pre-approval/pre-approval-parts.tsx";
import { pauseWhileSearching } from "#pages/public/pre-approval/searching-overlay.tsx";
import { sellCarParts } from "#pages/public/sell-car/sell-car-parts.tsx";
import { settleSavings } from "#ui/before-leaving.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/wizard.page.ts";
import { handleWizard, type StepActionData } from "./handle-wizard.server.ts";
import { GateFrame } from "./gate-frame.tsx";
import { openWizard, type StepPage } from "./open-wizard.server.ts";
import { LastStepForm, OneStepForm } from "./wizard-forms.tsx";
import { requireWizard, type WizardExtras } from "./wizards.server.ts";
import stylesheet from "../form-journey/forms.css?url";
import { Info, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { StepLayout } from "#forms/page/step-layout.tsx";
import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { SharedComputerForm } from "#pages/session/shared-computer-form.tsx";
import { Link } from "#ui/link.tsx";
import { TitleOfStep } from "#pages/public/form-journey/step-title.tsx";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  return openWizard(requireWizard(args.request), args);
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { pathname } = new URL(request.url);
  const [page] = await Promise.all([
    serverLoader(),
    pauseWhileSearching(window.location.pathname, pathname),
  ]);
  return page;
}

export function action(args: Route.ActionArgs) {
  return handleWizard(requireWizard(args.request), args);
}

/** If the server cannot be reached, the page stays with everything typed. */
export async function clientAction({ serverAction }: Pick<Route.ClientActionArgs, "serverAction">) {
  await settleSavings();
  return orFailed(serverAction());
}

/**
 * A step's page does not reload data after its own posts, but must when the step changes. Without
 * this, the router would show the old step under the new address if a post completes while the next
 * step loads, because both are the same route.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.currentParams.step !== args.nextParams.step || args.defaultShouldRevalidate;
}

/** The action's cache header, else the loader's. */
export function headers({ actionHeaders, loaderHeaders }: HeadersArgs): HeadersInit {
  const caching = actionHeaders.get("cache-control") ?? loaderHeaders.get("cache-control");
  return caching ? { "cache-control": caching } : {};
}

/**
 * Only the first step is indexed. The title is set in the page itself, because it depends on errors
 * and `meta` does not get the action's result.
 */
export function meta(args: Route.MetaArgs) {
  const page = args.loaderData;
  const description = page?.at === "step" ? page.description : "";
  const isFirst = args.params.step === undefined;
  return pageMeta(args, { title: "", ...(isFirst ? { description } : { isPrivate: true }) }).filter(
    (tag) => !("title" in tag),
  );
}

/** A step of a form, a gate between two steps, or the page of a sent form (SPEC.md §2). */
export default function WizardPage({ loaderData: page, actionData }: Route.ComponentProps) {
  if (page.at === "already_sent") return <AlreadySent {...page} />;
  if (page.at === "gate") {
    const refusal = actionData && "gate" in actionData ? actionData : null;
    return <GateFrame page={page} refusal={refusal?.gate === page.panel.gate ? refusal : null} />;
  }
  return (
    <Step page={page} actionData={actionData && "gate" in actionData ? undefined : actionData} />
  );
}

function Step({
  page,
  actionData,
}: {
  page: StepPage<WizardExtras>;
  actionData: StepActionData | FailedAction | null | undefined;
}) {
  const hasFailed = Boolean(actionData && "hasFailed" in actionData);
  const answered = findOwnAnswer(actionData, page.view.slug);
  if (answered?.refusal)
    return <RefusalPage refusal={answered.refusal} changeHref={page.stepHref} />;
  const view = answered?.view ?? page.view;
  const parts = describeParts({ ...page, view });
  const shown = {
    ...page,
    view,
    parts,
    phone: answered?.phone ?? page.phone,
    vin: answered?.vin ?? undefined,
  };
  return (
    <>
      <StepFrame
        view={view}
        resumeHref={page.resumeHref}
        hasChanged={page.hasChanged}
        aside={parts.aside}
      >
        {view.isLast ? (
          <LastStepForm step={shown} />
        ) : (
          <OneStepForm step={shown} hasFailed={hasFailed} />
        )}
      </StepFrame>
      {parts.overlay}
    </>
  );
}

function describeParts({ extras, ...step }: StepParts<WizardExtras>): WizardParts {
  switch (extras.form) {
    case "pre-approval":
      return preApprovalParts({ ...step, extras });
    case "sell-car":
      return sellCarParts({ ...step, extras });
  }
}

/** An action's result, if it belongs to the step shown. */
function findOwnAnswer(
  result: StepActionData | FailedAction | null | undefined,
  slug: string,
): StepActionData | undefined {
  if (!result || "hasFailed" in result) return undefined;
  return result.view.slug === slug ? result : undefined;
}

/** The frame around the form of every step. */
function StepFrame({
  view,
  aside,
  resumeHref,
  hasChanged,
  children,
}: {
  view: StepView;
  aside: ReactNode;
  /** Where the person stopped last time. */
  resumeHref: string | null;
  /** Earlier answers to this step are not valid in the present form. */
  hasChanged: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <TitleOfStep view={view} />
      <StepLayout view={view} aside={aside}>
        {resumeHref !== null && (
          <Notice>
            {m.form_journey_resumed()} <Link to={resumeHref}>{m.form_journey_resumed_link()}</Link>
          </Notice>
        )}
        {hasChanged && <Notice>{m.form_journey_changed()}</Notice>}
        {children}
        <div className="flex gap-3 small muted mt-7 items-start">
          <Lock className="icon size-4 mt-0.5" aria-hidden />
          <p>{m.form_journey_saved_note()}</p>
        </div>
        <SharedComputerForm className="mt-5" />
      </StepLayout>
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="notice mb-6">
      <Info className="icon" aria-hidden />
      <span>{children}</span>
    </p>
  );
}
