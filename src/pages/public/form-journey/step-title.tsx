import type { StepView } from "#forms/view-model.ts";
import { site } from "#site/site.ts";
import { fitTitle } from "#ui/page-meta.ts";

/** In the page and not in `meta`, because `meta` does not get the action's data. */
export function StepTitle({ text }: { text: string }) {
  return <title>{`${text} · ${site.name}`}</title>;
}

/** The title of a step. Search engines list the first step, and cut longer titles. */
export function TitleOfStep({ view }: { view: StepView }) {
  const { title, formTitle, stepNumber, errorSummary, documentTitle } = view;
  if (stepNumber > 1 || errorSummary) return <StepTitle text={documentTitle} />;
  return <title>{fitTitle(`${title} – ${formTitle}`, title)}</title>;
}
