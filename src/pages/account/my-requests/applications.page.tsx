import type { Route } from "./+types/applications.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { answerWithdrawal, loadApplications } from "./applications.server.ts";
import { ConsentList } from "./consent-list.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";

export function loader(args: Route.LoaderArgs) {
  return loadApplications(args);
}

export function action(args: Route.ActionArgs) {
  return answerWithdrawal(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_section_applications(), isPrivate: true });

export default function ApplicationsPage({ loaderData: applications }: Route.ComponentProps) {
  if (applications.length === 0) {
    return (
      <EmptyState title={m.account_applications_none()}>
        <p className="muted">{m.account_applications_none_text()}</p>
        <Link className="btn mt-4" to={paths.preApproval()}>
          {m.account_applications_start()}
        </Link>
      </EmptyState>
    );
  }
  return applications.map(({ reference, kind, page, sent, consents }) => (
    <SectionCard
      key={reference}
      title={kind}
      text={m.account_application_sent({ date: sent, reference })}
    >
      {page && (
        <p className="mb-4">
          <Link to={page}>{m.sale_open()}</Link>
        </p>
      )}
      <ConsentList consents={consents} />
    </SectionCard>
  ));
}
