import { type ReactNode, useState } from "react";
import type { StepView } from "#forms/view-model.ts";
import { Clock } from "lucide-react";

/** One step at a time: the bar, the question, and beside it what has been answered. */
export function StepLayout({
  view,
  aside,
  children,
}: {
  view: StepView;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const travel = useTravel(view);
  return (
    <div className="on-subtle">
      <StepProgress view={view} />
      <div className="wrap">
        <div className={aside ? "wz" : "wz one"}>
          <section key={view.slug} className="q" data-travel={travel}>
            {children}
          </section>
          {aside}
        </div>
      </div>
    </div>
  );
}

/** In which direction the person went; nothing on the page's first drawing. */
function useTravel({ slug, stepNumber }: StepView): "forward" | "back" | undefined {
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
    <div className="wz-top">
      <div className="wrap">
        <div className="row between">
          <b className="num">{progressText}</b>
          {minutesLeftText && (
            <span className="row small muted gap-1.5">
              <Clock className="ic s" aria-hidden /> {minutesLeftText}
            </span>
          )}
        </div>
        <div
          className="bar"
          role="progressbar"
          aria-label={progressText}
          aria-valuemin={0}
          aria-valuemax={stepCount}
          aria-valuenow={stepNumber}
          aria-valuetext={progressText}
        >
          <i style={{ width: `${(stepNumber / stepCount) * 100}%` }} />
        </div>
      </div>
    </div>
  );
}
