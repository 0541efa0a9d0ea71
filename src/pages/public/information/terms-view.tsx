import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { FrenchFirst } from "#ui/french-first.tsx";
import { Link } from "#ui/link.tsx";
import { formatDate } from "#values/format.ts";
import { LegalPage } from "./legal-page.tsx";
import type { TermsView } from "./terms-view.server.ts";

/** One version of the terms, with links to the others. */
export function TermsPageView({ terms }: { terms: TermsView }) {
  const { title, summary, sections, from, number, french, coming, state } = terms;
  const date = formatDate(from, getLocale());
  return (
    <LegalPage
      title={title}
      updated={from}
      dated={m.terms_version({ version: number, date })}
      summary={summary}
      sections={sections}
      first={
        <>
          {state !== "current" && (
            <p className="notice mt-5">
              {state === "coming" ? m.terms_coming_note({ date }) : m.terms_earlier_note()}{" "}
              <Link to={terms.currentPath}>{m.terms_read_current()}</Link>
            </p>
          )}
          {coming && (
            <div className="notice mt-5 block">
              <p>{m.terms_coming({ date: coming.from })}</p>
              <p>{m.terms_coming_refuse({ email: site.email, until: coming.until })}</p>
              <p>
                <Link to={coming.path}>{m.terms_coming_read()}</Link>
              </p>
            </div>
          )}
          {french && (
            <div className="mb-8">
              <FrenchFirst href={french.href}>
                <p>{french.title}</p>
              </FrenchFirst>
            </div>
          )}
        </>
      }
      last={
        <nav aria-labelledby="other-terms">
          <h2 id="other-terms">{m.terms_other_documents()}</h2>
          <ul>
            <li>
              {terms.isDealers ? (
                <Link to={paths.terms()}>{m.terms_site_link()}</Link>
              ) : (
                <Link to={paths.dealerTerms()}>{m.terms_dealers_link()}</Link>
              )}
            </li>
            <li>
              <Link to={paths.termsVersions()}>{m.terms_versions_link()}</Link>
            </li>
          </ul>
        </nav>
      }
    />
  );
}
