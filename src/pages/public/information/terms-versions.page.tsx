import type { Route } from "./+types/terms-versions.page.ts";
import { m } from "#messages/messages.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { listTermsVersions, type TermsState } from "./terms-view.server.ts";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

export const handle = SCRIPT_ON_DEMAND;

export function loader({ context }: Route.LoaderArgs) {
  return listTermsVersions(readVisitor({ context }).locale);
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.terms_versions_title(),
    description: m.terms_versions_description({ name: site.name }),
  });
}

const STATES: Record<TermsState, () => string> = {
  current: m.terms_state_current,
  coming: m.terms_state_coming,
  earlier: m.terms_state_earlier,
};

/** Every version of the terms so far, newest first. */
export default function TermsVersionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page page-width">
      <PageHead title={m.terms_versions_title()} lead={m.terms_versions_lead()} />
      <div className="prose">
        {loaderData.map(({ document, title, versions }) => (
          <section key={document} aria-labelledby={document}>
            <h2 id={document}>{title}</h2>
            <ul>
              {versions.map(({ path, name, state }) => (
                <li key={path}>
                  <Link to={path}>{name}</Link> <span className="chip">{STATES[state]()}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
