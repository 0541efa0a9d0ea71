import { Form } from "react-router";
import type { Route } from "./+types/faq.page.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import { m } from "#messages/messages.js";
import { CallBackSection } from "#pages/public/call-back/call-back-form.tsx";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { FaqList } from "./faq.tsx";
import { listQuestions, searchQuestions } from "./faq-questions.server.ts";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

/** The longest search text that is read. */
const LONGEST_SEARCH = 100;

/** `?q=` shows the questions with its words: a plain form, so it needs no script. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { locale } = readVisitor({ context });
  const search = (new URL(request.url).searchParams.get("q") ?? "").slice(0, LONGEST_SEARCH).trim();
  const all = listQuestions(await readShownSettings(), locale);
  return {
    search,
    topics: all.map(({ id, title }) => ({ id, title })),
    groups: searchQuestions(all, search),
  };
}

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  const groups = args.loaderData?.groups ?? [];
  return pageMeta(args, {
    title: m.information_faq_title(),
    description: m.information_faq_description(),
    structuredData: {
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: groups
        .flatMap(({ questions }) => questions)
        .map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
    },
  });
}

export default function FaqPage({ loaderData: { search, topics, groups } }: Route.ComponentProps) {
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="page page-width">
      <PageHead title={m.information_faq_title()} lead={m.information_faq_description()} />
      <Form
        method="get"
        action={hrefIn(paths.faq())}
        role="search"
        className="faq-search print:hidden"
      >
        <label htmlFor="faq-search">{m.faq_search_label()}</label>
        <div className="faq-search__row">
          <input
            key={search}
            className="control"
            id="faq-search"
            name="q"
            type="search"
            defaultValue={search}
            maxLength={LONGEST_SEARCH}
          />
          <Button type="submit" variant="dark">
            {m.faq_search_button()}
          </Button>
        </div>
      </Form>
      {search ? (
        <p role="status" className="mb-8 flex flex-wrap gap-x-4">
          <span>{describeFound(count, search)}</span>
          <Link to={paths.faq()}>{m.faq_search_all()}</Link>
        </p>
      ) : (
        <nav aria-label={m.faq_groups()} className="mb-10 print:hidden">
          <ul className="flex flex-wrap gap-2">
            {topics.map(({ id, title }) => (
              <li key={id}>
                <a className="post-category" href={`#${id}`}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="faq-beside-call-back faq-beside-call-back--long">
        <div>
          {groups.map(({ id, title, questions }) => (
            <section key={id} className="faq-group" aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <FaqList questions={questions} openFirst={search !== ""} withLinks />
            </section>
          ))}
          {count === 0 && <p className="muted">{m.faq_found_none_text()}</p>}
        </div>
        <CallBackSection />
      </div>
    </div>
  );
}

function describeFound(count: number, words: string): string {
  if (count === 0) return m.faq_found_none({ words });
  return count === 1 ? m.faq_found_one({ words }) : m.faq_found({ count, words });
}
