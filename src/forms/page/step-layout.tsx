import { type ReactNode, useState } from "react";
import { StepProgress } from "./step-progress.tsx";
import type { StepView } from "#forms/view-model.ts";

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
