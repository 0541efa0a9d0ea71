import type { StepView } from "#forms/view-model.ts";
import { site } from "#site/site.ts";
import { fitTitle } from "#ui/page-meta.ts";

/** In the page and not in `meta`, which hears of no action's answer. */
export function StepTitle({ text }: { text: string }) {
  return <title>{`${text} · ${site.name}`}</title>;
}

/** The same of a step. The first one is for search engines to find, which cut what is longer. */
export function TitleOfStep({ view }: { view: StepView }) {
  const { title, formTitle, stepNumber, errorSummary, documentTitle } = view;
  if (stepNumber > 1 || errorSummary) return <StepTitle text={documentTitle} />;
  return <title>{fitTitle(`${title} – ${formTitle}`, title)}</title>;
}
