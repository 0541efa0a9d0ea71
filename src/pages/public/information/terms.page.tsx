import type { Route } from "./+types/terms.page.ts";
import { findTermsInForce } from "#domain/terms/terms-words.server.ts";
import { m } from "#messages/messages.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { viewTerms } from "./terms-view.server.ts";
import { TermsPageView } from "./terms-view.tsx";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

export const handle = SCRIPT_ON_DEMAND;

export function loader({ context }: Route.LoaderArgs) {
  return viewTerms(findTermsInForce("site"), paths.terms(), readVisitor({ context }).locale);
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.terms_site_link(),
    description: m.terms_description({ name: site.name }),
  });
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <TermsPageView terms={loaderData} />;
}
