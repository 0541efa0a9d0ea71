import { site } from "#site/site.ts";

/** In the page and not in `meta`, which hears of no action's answer. */
export function StepTitle({ text }: { text: string }) {
  return <title>{`${text} · ${site.name}`}</title>;
}
