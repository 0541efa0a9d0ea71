import { m } from "#messages/messages.js";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { formatCarName } from "#values/car-name.ts";
import type { Route } from "./+types/bill-of-sale.page.ts";
import { BillOfSalePaper } from "./bill-of-sale-paper.tsx";
import { loadBillOfSale } from "./bill-of-sale.server.ts";
import { buildDealHref } from "#pages/public/listing/deal-address.ts";
import stylesheet from "./deal.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const { deal, bill, key, locale } = await loadBillOfSale(args);
  return { reference: deal.reference, car: formatCarName(deal, locale), bill, key };
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: m.deal_bill_page_title({ car: args.loaderData?.car ?? "" }),
    isPrivate: true,
  });

/** The bill of sale as it is printed: what both sides gave, and blanks for the rest. */
export default function BillOfSalePage({ loaderData }: Route.ComponentProps) {
  const { bill, reference, key } = loaderData;
  return (
    <div className="page-width page">
      <div className="bill__tools">
        <p>
          <a href={buildDealHref(paths.deal(reference), key)}>{m.deal_bill_back()}</a>
        </p>
        <p className="muted mt-2">{m.deal_bill_print_hint()}</p>
        <p className="mt-3">
          <a
            className={buttonClass({ variant: "dark" })}
            href={buildDealHref(paths.billOfSalePdf(reference), key)}
          >
            {m.deal_bill_pdf()}
          </a>
        </p>
      </div>
      <BillOfSalePaper bill={bill} />
    </div>
  );
}
