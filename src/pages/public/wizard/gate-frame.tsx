import type { ReactNode } from "react";
import type { GateRefusal } from "#forms/gates.ts";
import { StepProgress } from "#forms/page/step-layout.tsx";
import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { StepTitle } from "#pages/public/form-journey/step-title.tsx";
import { QualifiedPanel } from "#pages/public/pre-approval/qualified-panel.tsx";
import { RequestSummary } from "#pages/public/pre-approval/request-summary.tsx";
import { TermsDialog, TermsToRead } from "#pages/public/sell-car/terms-dialog.tsx";
import type { GatePage } from "./open-wizard.server.ts";
import type { WizardExtras, WizardPanel } from "./wizards.server.ts";

type Page = GatePage<WizardExtras, WizardPanel>;

/**
 * The page of a gate: its panel over the previous step, or alone if the person may only read it.
 */
export function GateFrame({ page, refusal }: { page: Page; refusal: GateRefusal | null }) {
  const { view } = page;
  const { title, fullPage, overlay, aside } = describePanel(page, refusal);
  if (!view)
    return (
      <>
        <StepTitle text={title} />
        {fullPage}
      </>
    );
  return (
    <div className="step-page">
      <StepTitle text={title} />
      <StepProgress view={view} />
      {overlay(view)}
      {/* The step behind the panel: visible, but not usable. */}
      <div className="page-width behind-dialog" inert aria-hidden>
        <div className="step-layout">
          <div className="question">
            <p className="display text-[clamp(1.75rem,3.4vw,2.75rem)]">{view.title}</p>
          </div>
          {aside?.(view)}
        </div>
      </div>
    </div>
  );
}

type PanelParts = {
  title: string;
  /** The page's content if the person may only read it. */
  fullPage?: ReactNode;
  overlay: (view: StepView) => ReactNode;
  /** Beside the step's title, behind the panel. */
  aside?: (view: StepView) => ReactNode;
};

function describePanel(
  { panel, extras, cancelHref }: Page,
  refusal: GateRefusal | null,
): PanelParts {
  switch (panel.gate) {
    case "qualified": {
      const { carType, car } =
        extras.form === "pre-approval" ? extras : { carType: null, car: null };
      return {
        title: m.pre_approval_qualified_title({ location: panel.location }),
        overlay: ({ summary }) => (
          <QualifiedPanel
            panel={panel}
            refusal={refusal}
            summary={summary}
            carType={carType}
            cancelHref={cancelHref}
          />
        ),
        aside: ({ summary }) => (
          <RequestSummary summary={summary} carType={carType} car={car} isShort />
        ),
      };
    }
    case "terms": {
      const terms = { ...panel, cancelHref };
      return {
        title: m.sell_car_terms_title(),
        fullPage: <TermsToRead {...terms} />,
        overlay: () => <TermsDialog {...terms} isEnglishMissing={refusal !== null} />,
      };
    }
  }
}
