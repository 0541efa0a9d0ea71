import { type ReactNode, useState } from "react";
import type { StepView } from "#forms/view-model.ts";
import { Bar } from "#ui/bar.tsx";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { Clock } from "lucide-react";

/** The layout of one step: the progress bar, the questions, and beside them the answers so far. */
export function StepLayout({
  view,
  aside,
  children,
}: {
  view: StepView;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const travel = useDirection(view);
  return (
    <div className="step-page">
      <StepProgress view={view} />
      <div className="page-width">
        <div className={aside ? "step-layout" : "step-layout step-layout--one"}>
          <section key={view.slug} className="question" data-travel={travel}>
            {children}
          </section>
          {aside && <HydrationBoundary>{aside}</HydrationBoundary>}
        </div>
      </div>
    </div>
  );
}

/** A page with one question: no progress bar, nothing beside it. */
export function SingleStepPage(props: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="step-page">
      <div className="page-width">
        <div className="step-layout step-layout--one">
          <div>
            <h1>{props.title}</h1>
            {props.lead && <p className="question-hint">{props.lead}</p>}
            {props.children}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The direction in which the person moved; nothing on the first render. */
function useDirection({ slug, stepNumber }: StepView): "forward" | "back" | undefined {
  const [shown, setShown] = useState<{
    slug: string;
    stepNumber: number;
    travel?: "forward" | "back";
  }>({ slug, stepNumber });
  if (shown.slug === slug) return shown.travel;
  const travel = stepNumber > shown.stepNumber ? "forward" : "back";
  setShown({ slug, stepNumber, travel });
  return travel;
}

/** "Step 4 of 16", how long is left, and the bar between them. */
export function StepProgress({
  view,
}: {
  view: Pick<StepView, "stepNumber" | "stepCount" | "progressText" | "minutesLeftText">;
}) {
  const { stepNumber, stepCount, progressText, minutesLeftText } = view;
  return (
    <div className="step-head">
      <div className="page-width">
        <div className="flex items-center gap-3 justify-between">
          <b className="figures">{progressText}</b>
          {minutesLeftText && (
            <span className="flex items-center small muted gap-1.5">
              <Clock className="icon size-4" aria-hidden /> {minutesLeftText}
            </span>
          )}
        </div>
        <div
          className="step-head__bar"
          role="progressbar"
          aria-label={progressText}
          aria-valuemin={0}
          aria-valuemax={stepCount}
          aria-valuenow={stepNumber}
          aria-valuetext={progressText}
        >
          <Bar share={stepNumber / stepCount} />
        </div>
      </div>
    </div>
  );
}
