import { ShieldAlert } from "lucide-react";
import type { Route } from "./+types/credit-application.page.ts";
import { m } from "#messages/messages.js";
import { CallBackSection } from "#pages/public/call-back/call-back-form.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_credit_title(),
    description: m.information_credit_description(),
  });
}

/** Says plainly what is open today; the application's own form takes this address when it is built. */
export default function CreditApplicationPage() {
  return (
    <div className="page page-width">
      <div className="faq-beside-call-back">
        <div>
          <PageHead title={m.information_credit_title()} lead={m.information_credit_lead()}>
            <Link className="button button--large mt-7" to={paths.preApproval()}>
              {m.information_credit_button()}
            </Link>
          </PageHead>
          <p className="notice notice--warn max-w-[46em]">
            <ShieldAlert className="icon" aria-hidden />
            {m.information_credit_warning()}
          </p>
        </div>
        <CallBackSection subject={m.information_credit_title()} />
      </div>
    </div>
  );
}
