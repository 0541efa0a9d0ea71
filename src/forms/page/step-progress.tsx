import { Clock } from "lucide-react";
import type { StepView } from "#forms/view-model.ts";

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
