import { data } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { sentFacts } from "#pages/public/form-journey/sent.server.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/sent.page.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";

export async function loader({ params }: Route.LoaderArgs) {
  const facts = await sentFacts(params.reference, [preApprovalForm.name]);
  if (!facts) throw data(null, { status: 404 });
  return facts;
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.pre_approval_sent_title(), isPrivate: true });
}

export default function PreApprovalSentPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.pre_approval_sent_title()}</h1>
        <p>{m.pre_approval_sent_lead()}</p>
      </div>
      <SentDetails
        facts={loaderData}
        nextSteps={[
          m.pre_approval_sent_next_read(),
          m.pre_approval_sent_next_contact(),
          m.pre_approval_sent_next_lender(),
        ]}
      />
      <p className="mt-8 print:hidden">
        <Link to={paths.cars()}>{m.pre_approval_sent_cars()}</Link>
      </p>
    </div>
  );
}
