import { ShieldAlert } from "lucide-react";
import type { Route } from "./+types/credit-application.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { CallBackSection } from "#pages/public/call-back/call-back-section.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { PageHead } from "#pages/public/information/page-head.tsx";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_credit_title(),
    description: m.information_credit_description(),
  });
}

/** Says plainly what is open today; the application's own form takes this address when it is built. */
export default function CreditApplicationPage() {
  return (
    <div className="pg wrap">
      <div className="faq-cb">
        <div>
          <PageHead title={m.information_credit_title()} lead={m.information_credit_lead()}>
            <Link className="btn lg mt-7" to={paths.preApproval()}>
              {m.information_credit_button()}
            </Link>
          </PageHead>
          <p className="msg warn max-w-[46em]">
            <ShieldAlert className="ic" aria-hidden />
            {m.information_credit_warning()}
          </p>
        </div>
        <CallBackSection subject={m.information_credit_title()} />
      </div>
    </div>
  );
}
