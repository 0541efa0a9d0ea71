import type { Bilingual, BillOfSale } from "#domain/deal/bill-of-sale.ts";
import { languageTag } from "#values/locale.ts";

/** A bill of sale as it is printed: the known values, and blanks for the rest. */
export function BillOfSalePaper({ bill }: { bill: BillOfSale }) {
  const { languages } = bill;
  return (
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
  );
}

/** The text in both languages, the province's first language first; once if both are the same. */
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
