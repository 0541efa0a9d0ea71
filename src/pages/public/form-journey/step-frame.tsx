import { Info, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { StepLayout } from "#forms/page/step-layout.tsx";
import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { SharedComputerForm } from "#pages/session/shared-computer-form.tsx";
import { Link } from "#ui/link.tsx";
import { TitleOfStep } from "./step-title.tsx";

/** What stands around the form of every step. */
export function StepFrame({
  view,
  aside,
  resumeHref,
  hasChanged,
  children,
}: {
  view: StepView;
  aside: ReactNode;
  /** Where one left off last time. */
  resumeHref: string | null;
  /** Earlier answers to this step no longer fit the form. */
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
