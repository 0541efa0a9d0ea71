import { data } from "react-router";
import type { Route } from "./+types/terms-version.page.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { findPublishedTerms, viewTerms } from "./terms-view.server.ts";
import { TermsPageView } from "./terms-view.tsx";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

export const handle = SCRIPT_ON_DEMAND;

export function loader({ context, params }: Route.LoaderArgs) {
  const version = findPublishedTerms(params.version);
  if (!version) throw data(null, { status: 404 });
  return viewTerms(version, paths.termsVersion(version.id), readVisitor({ context }).locale);
}

/** Search engines should list only the version in force. */
export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: args.loaderData?.title ?? "", isPrivate: true });
}

export default function TermsVersionPage({ loaderData }: Route.ComponentProps) {
  return <TermsPageView terms={loaderData} />;
}
