import type { Route } from "./+types/sell-car.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { CallBackInvitation } from "./call-back-invitation.tsx";
import { PageHead } from "./page-head.tsx";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_sell_title(),
    description: m.information_sell_description(),
  });
}

/** Says plainly what is open today; the seven-step wizard takes this address when it is built. */
export default function SellCarPage() {
  return (
    <div className="pg wrap">
      <PageHead title={m.information_sell_title()} lead={m.information_sell_lead()}>
        <Link className="btn lg mt-7" to={paths.offerRequest()}>
          {m.information_sell_button()}
        </Link>
      </PageHead>
      <CallBackInvitation />
    </div>
  );
}
