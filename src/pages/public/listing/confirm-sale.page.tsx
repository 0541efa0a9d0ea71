import { SingleStepPage } from "#forms/page/step-layout.tsx";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/confirm-sale.page.ts";
import { handleSaleConfirmation, loadSaleConfirmation } from "./confirm-sale.server.ts";
import { describeSaleConfirmation, SaleConfirmationForm } from "./sale-confirmation.tsx";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  return loadSaleConfirmation(args, args.params.id);
}

export function action(args: Route.ActionArgs) {
  return handleSaleConfirmation(args, args.params.id);
}

export const headers = privateHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.bid_confirm_page_title(), isPrivate: true });
}

/** The confirmation before a sale as a page, used without script. */
export default function ConfirmSalePage({ loaderData: question }: Route.ComponentProps) {
  return (
    <SingleStepPage title={describeSaleConfirmation(question, getLocale()).title}>
      <div className="card p-6 mt-4">
        <SaleConfirmationForm question={question} />
      </div>
    </SingleStepPage>
  );
}
