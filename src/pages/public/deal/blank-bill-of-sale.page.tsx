import { Form } from "react-router";
import { buildBlankBillOfSale } from "#domain/deal/bill-of-sale.ts";
import { m } from "#messages/messages.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { isProvince, provinceName, provincesByName } from "#values/province.ts";
import type { Route } from "./+types/blank-bill-of-sale.page.ts";
import { BillOfSalePaper } from "./bill-of-sale-paper.tsx";
import { findItemSource, ITEM_WORDS } from "./checklist-words.ts";
import { SourceFact } from "./source-fact.tsx";
import stylesheet from "./deal.css?url";

export const links = () => [pageStyle(stylesheet)];

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.deal_blank_bill_title(),
    description: m.deal_blank_bill_description(),
  });
}

/** `?province=` chooses the province: a plain form, so it needs no script. */
export function loader(args: Route.LoaderArgs) {
  const { locale } = readVisitor(args);
  const requested = new URL(args.request.url).searchParams.get("province");
  const provinces = provincesByName(locale).map((code) => ({
    code,
    name: provinceName(code, locale),
  }));
  if (!isProvince(requested)) return { provinces, chosen: null };
  const of = { provinceCode: requested, isSoldByDealership: false, hasTaxEstimate: false };
  const transfer = findItemSource("transfer", of, locale);
  return {
    provinces,
    chosen: { code: requested, bill: buildBlankBillOfSale(requested), transfer },
  };
}

/** A blank bill of sale, for anybody to print and fill in by hand. */
export default function BlankBillOfSalePage({ loaderData }: Route.ComponentProps) {
  const { provinces, chosen } = loaderData;
  return (
    <div className="page-width page">
      <div className="bill__tools">
        {!chosen && <PageHead title={m.deal_blank_bill_title()} lead={m.deal_blank_bill_lead()} />}
        <Form
          method="get"
          action={hrefIn(paths.blankBillOfSale())}
          className="flex flex-wrap items-end gap-4"
        >
          <SelectField
            key={chosen?.code}
            name="province"
            label={m.deal_blank_bill_province()}
            defaultValue={chosen?.code ?? ""}
            required
          >
            <option value="" disabled>
              {m.deal_blank_bill_none()}
            </option>
            {provinces.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="dark">
            {m.deal_blank_bill_show()}
          </Button>
        </Form>
        {chosen && (
          <>
            <p className="mt-4">{m.deal_blank_bill_hint()}</p>
            <p className="muted mt-2">{m.deal_bill_print_hint()}</p>
            <p className="mt-3">
              <a
                className={buttonClass({ variant: "ghost" })}
                href={hrefIn(paths.blankBillOfSalePdf(chosen.code))}
              >
                {m.deal_bill_pdf()}
              </a>
            </p>
          </>
        )}
      </div>
      {chosen && (
        <>
          <BillOfSalePaper bill={chosen.bill} />
          <section className="prose mt-8 print:hidden" aria-labelledby="transfer">
            <h2 id="transfer">{ITEM_WORDS.transfer.title()}</h2>
            <p>{ITEM_WORDS.transfer.text()}</p>
            <SourceFact source={chosen.transfer} />
          </section>
        </>
      )}
    </div>
  );
}
