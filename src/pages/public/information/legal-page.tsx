import type { ReactNode } from "react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { PageHead } from "#ui/page-head.tsx";
import { formatDate } from "#values/format.ts";

export type LegalSection = { id: string; title: string; text?: string; items?: readonly string[] };

/**
 * A text that people agree to or rely on: dated, with a summary first, in sections that can be
 * linked to, with a table of contents beside it.
 */
export function LegalPage({
  title,
  lead,
  updated,
  dated,
  summary,
  sections,
  more = {},
  first,
  last,
}: {
  title: string;
  lead?: string;
  /** The day of the last change in meaning, `YYYY-MM-DD`. */
  updated: string;
  /** Replaces the text of that day, such as for a version. */
  dated?: string;
  /** The most important points, one line each. */
  summary: readonly string[];
  sections: readonly LegalSection[];
  /** What a section has besides its text, by the section's id. */
  more?: Readonly<Partial<Record<string, ReactNode>>>;
  /** Above everything. */
  first?: ReactNode;
  /** Below the sections. */
  last?: ReactNode;
}) {
  return (
    <article className="page page-width">
      <PageHead title={title} lead={lead}>
        <p className="small">
          <time dateTime={updated}>
            {dated ?? m.information_updated({ date: formatDate(updated, getLocale()) })}
          </time>
        </p>
      </PageHead>
      {first}
      <div className="legal-page">
        <div className="legal-page__side">
          <section className="card legal-page__short" aria-labelledby="in-short">
            <h2 id="in-short">{m.information_in_short()}</h2>
            <ul>
              {summary.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          <nav aria-labelledby="contents" className="article-contents print:hidden">
            <h2 id="contents">{m.information_contents()}</h2>
            <ol>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`}>{section.title}</a>
                </li>
              ))}
            </ol>
          </nav>
        </div>
        <div className="prose">
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
              {more[section.id]}
            </section>
          ))}
          {last}
        </div>
      </div>
    </article>
  );
}
