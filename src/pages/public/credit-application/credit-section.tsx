import { memo, type ReactNode } from "react";
import { Questions } from "#forms/page/step-questions.tsx";
import { m } from "#messages/messages.js";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import type { CreditPage, CreditSection } from "./credit-application.server.ts";
import { sectionId } from "./section-list.tsx";

const SOURCE_NOTES = {
  pre_approval: m.credit_application_from_pre_approval,
  account: m.credit_application_from_account,
  applicant: m.credit_application_from_applicant,
} as const;

/**
 * One part of the application, with where its answers came from; not drawn anew because another is
 * answered, or the whole is sent.
 */
export const Section = memo(function Section({
  section: { view, title },
  sources,
  first,
  children,
}: {
  section: CreditSection;
  sources: Extract<CreditPage, { at: "form" }>["sources"];
  /** Stands above the questions. */
  first: ReactNode;
  children: ReactNode;
}) {
  const { slug, titleIs, hint, questions } = view;
  const notes = Object.fromEntries(
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
          {/* No label is the page's heading here. */}
          <Questions view={{ questions }} after={notes} />
        </div>
        {children}
      </section>
    </HydrationBoundary>
  );
});
