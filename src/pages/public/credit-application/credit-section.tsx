import { memo, type ReactNode, useMemo } from "react";
import { QuestionsPart } from "#forms/page/step-questions.tsx";
import { m } from "#messages/messages.js";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import type { CreditPage, CreditSection } from "./credit-application.server.ts";
import { sectionId } from "./section-list.tsx";

const SOURCE_NOTES = {
  pre_approval: m.credit_application_from_pre_approval,
  account: m.credit_application_from_account,
  applicant: m.credit_application_from_applicant,
} as const;

type Sources = Extract<CreditPage, { at: "form" }>["sources"];

/**
 * One section of the application, with the sources of prefilled answers; memoized, so that answers
 * in others and sending do not rerender it.
 */
export const Section = memo(function Section({
  section: { view, title },
  sources,
  first,
  children,
}: {
  section: CreditSection;
  sources: Sources;
  /** Shown above the questions. */
  first: ReactNode;
  children: ReactNode;
}) {
  const { slug, titleIs, hint, questions } = view;
  // Memoized, because the last section rerenders while the form is sent.
  const notes = useMemo(() => noteSources(questions, sources), [questions, sources]);
  // No label is the page's heading here.
  const requested = useMemo(() => ({ questions }), [questions]);
  return (
    <HydrationBoundary>
      <section
        id={sectionId(slug)}
        className="card credit-form__section"
        data-section={slug}
        aria-label={title}
      >
        {titleIs !== "label" && <h2>{title}</h2>}
        {hint && <p className="muted mt-2">{hint}</p>}
        {first}
        <div className="mt-5">
          <QuestionsPart view={requested} after={notes} />
        </div>
        {children}
      </section>
    </HydrationBoundary>
  );
});

function noteSources(questions: CreditSection["view"]["questions"], sources: Sources) {
  return Object.fromEntries(
    questions.flatMap(({ name }) => {
      const source = sources[name];
      if (!source) return [];
      const note = (
        <p key={name} className="field-hint">
          {SOURCE_NOTES[source]()}
        </p>
      );
      return [[name, note]];
    }),
  );
}
