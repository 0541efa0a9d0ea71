import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { PageHead } from "#ui/page-head.tsx";
import { formatDate } from "#values/format.ts";

export type LegalSection = { id: string; title: string; text?: string; items?: string[] };

/** A text that people agree to or rely on: dated, in sections that can be linked to. */
export function LegalPage({
  title,
  lead,
  updated,
  sections,
  children,
}: {
  title: string;
  lead?: string;
  /** The day of the last change of meaning, `YYYY-MM-DD`. */
  updated: string;
  sections: readonly LegalSection[];
  children?: React.ReactNode;
}) {
  return (
    <article className="page page-width">
      <PageHead title={title} lead={lead}>
        <p className="small">
          <time dateTime={updated}>
            {m.information_updated({ date: formatDate(updated, getLocale()) })}
          </time>
        </p>
      </PageHead>
      <div className="prose">
        {children}
        {sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id}>{section.title}</h2>
            {section.text && <p>{section.text}</p>}
            {section.items && (
              <ul>
                {section.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </article>
  );
}
