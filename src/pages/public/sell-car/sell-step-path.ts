import type { StepView } from "#forms/view-model.ts";
import { paths } from "#site/paths.ts";

/** The address of a step in `paths.ts`: the first one is the form's own. */
export function sellStepPath({ slug, stepNumber }: StepView): string {
  return stepNumber === 1 ? paths.sellCar() : paths.sellCarStep(slug);
}
