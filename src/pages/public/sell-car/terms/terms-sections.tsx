import type { TermsSection } from "#domain/sell-request/terms/terms.ts";

/** The six sections. */
export function TermsSections({ sections }: { sections: readonly TermsSection[] }) {
  return (
    <div className="prose">
      {sections.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </div>
  );
}
