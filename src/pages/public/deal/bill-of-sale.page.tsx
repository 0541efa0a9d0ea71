import type { Bilingual, BillOfSale } from "#domain/deal/bill-of-sale.ts";
import { m } from "#messages/messages.js";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { formatCarName } from "#values/car-name.ts";
import { languageTag } from "#values/locale.ts";
import type { Route } from "./+types/bill-of-sale.page.ts";
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

/** The bill of sale, as it is printed: what both sides told, and blanks for all else. */
export default function BillOfSalePage({ loaderData }: Route.ComponentProps) {
  const { bill, reference, key } = loaderData;
  const { languages } = bill;
  return (
    <div className="page-width page">
      <div className="bill__tools">
        <p>
          <a href={buildDealHref(paths.deal(reference), key)}>{m.deal_bill_back()}</a>
        </p>
        <p className="muted mt-2">{m.deal_bill_print_hint()}</p>
        <p className="mt-3">
          <a
            className={buttonClass({ look: "dark" })}
            href={buildDealHref(paths.billOfSalePdf(reference), key)}
          >
            {m.deal_bill_pdf()}
          </a>
        </p>
      </div>
      <article className="card bill__paper">
        <h1>
          <Words words={bill.title} languages={languages} />
        </h1>
        {bill.sections.map(({ title, lines }) => (
          <section key={title[0]}>
            <h2>
              <Words words={title} languages={languages} />
            </h2>
            <dl>
              {lines.map(({ label, value }) => (
                <div key={label[0]} className="bill__line">
                  <dt>
                    <Words words={label} languages={languages} />
                  </dt>
                  <dd className="figures">{value ?? ""}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h2>
            <Words words={bill.signaturesTitle} languages={languages} />
          </h2>
          <p className="small">
            <Words words={bill.statement} languages={languages} />
          </p>
          {bill.signatures.map((signature) => (
            <p key={signature[0]} className="bill__signature small">
              <Words words={signature} languages={languages} />
            </p>
          ))}
        </section>
        <p className="fine-print muted">
          <Words words={bill.footer} languages={languages} />
        </p>
      </article>
    </div>
  );
}

/** The same in both languages, the province's own first; once where they write it alike. */
function Words({ words, languages }: { words: Bilingual } & Pick<BillOfSale, "languages">) {
  const [first, second] = words;
  return (
    <>
      <span lang={languageTag[languages[0]]}>{first}</span>
      {second !== first && (
        <span lang={languageTag[languages[1]]} className="bill__second">
          {second}
        </span>
      )}
    </>
  );
}
