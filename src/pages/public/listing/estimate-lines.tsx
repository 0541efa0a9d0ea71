import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatPercent } from "#values/format.ts";
import { formatCadCents } from "#values/money.ts";
import type { TaxCode, TaxNote } from "#values/tax-rates.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import type { BuyerEstimate, EstimateChoice } from "./buyer-estimate.ts";

const TAX_NAMES: Readonly<Record<TaxCode, (words: { rate: string }) => string>> = {
  gst: m.listing_est_tax_gst,
  hst: m.listing_est_tax_hst,
  pst: m.listing_est_tax_pst,
  qst: m.listing_est_tax_qst,
  rst: m.listing_est_tax_rst,
};

const NOTES: Readonly<Record<TaxNote, () => string>> = {
  trade_in_pst_disputed: m.listing_est_disputed_note,
  unconfirmed: m.listing_est_unconfirmed_note,
};

type EstimateLinesProps = {
  listing: ListingDetails;
  choice: EstimateChoice;
  estimate: BuyerEstimate;
};

/** How the figures come about, line by line. */
export function EstimateLines({ listing, choice, estimate }: EstimateLinesProps) {
  const locale = getLocale();
  const cad = (amountCad: number) => formatCadCents(amountCad, locale);
  const { tax, toFinanceCad, payment } = estimate;
  const less = (amountCad: number) => `−\u00a0${cad(amountCad)}`;
  const lines: [label: string, value: string, isSum?: true][] = [
    [m.listing_price(), cad(listing.priceCad)],
    ...tax.lines.map(({ tax: code, ratePercent, taxCad }): [string, string] => [
      TAX_NAMES[code]({ rate: formatPercent(ratePercent, locale) }),
      cad(taxCad),
    ]),
    [m.listing_est_total(), cad(tax.totalCad), true],
    ...(choice.tradeInCad > 0
      ? [[m.listing_est_trade_in(), less(choice.tradeInCad)] as [string, string]]
      : []),
    ...(choice.downCad > 0
      ? [[m.listing_est_down(), less(choice.downCad)] as [string, string]]
      : []),
  ];
  if (payment.kind === "loan") {
    lines.push(
      [m.listing_est_to_finance(), cad(toFinanceCad), true],
      [m.listing_est_cost(), cad(payment.quote.costOfBorrowingCad)],
      [m.listing_est_total_paid(), cad(payment.quote.totalPaidCad)],
    );
  }
  return (
    <div>
      <h2 className="text-base">{m.listing_est_lines()}</h2>
      <dl className="lp-lines num">
        {lines.map(([label, value, isSum]) => (
          <div key={label} className={isSum ? "sum" : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tax.lines.length === 0 && <p className="xs muted mt-2">{m.listing_est_no_tax()}</p>}
      {!listing.isDealer && tax.lines.length > 0 && (
        <p className="xs muted mt-2">{m.listing_est_book_note()}</p>
      )}
      {tax.notes.map((note) => (
        <p key={note} className="xs muted mt-2">
          {NOTES[note]()}
        </p>
      ))}
    </div>
  );
}
