import type { AffordableCars } from "#domain/credit-application/affordable-cars.server.ts";
import type { AffordablePayment } from "#domain/pricing/credit-estimate.ts";
import type { PaymentRestriction } from "#domain/pricing/payment-restriction.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { EstimateProvider } from "#pages/public/listing/your-budget-context.tsx";
import {
  describeDown,
  PaymentSwitch,
  usePaymentTerms,
} from "#pages/public/listing/your-budget.tsx";
import { EstimateMoves } from "#pages/public/pre-approval/estimate-card.tsx";
import { MatchRow } from "#pages/public/pre-approval/match-row.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import type { CreditBand } from "#values/credit-band.ts";
import { formatNumber, formatPercent } from "#values/format.ts";
import { formatCad, formatCadCents } from "#values/money.ts";
import { CRIMINAL_APR_PERCENT, type LoanQuote, quoteLoan } from "#values/payment.ts";

const BANDS: Record<CreditBand, () => string> = {
  excellent: m.affordability_band_excellent,
  very_good: m.affordability_band_very_good,
  good: m.affordability_band_good,
  fair: m.affordability_band_fair,
  poor: m.affordability_band_poor,
  none: m.affordability_band_unsure,
};

/** What the applicant can afford by lenders' benchmarks, as an estimate, with matching cars. */
export function AffordabilityCard({ found }: { found: AffordableCars }) {
  return (
    <EstimateProvider estimate={found.estimate}>
      <section className="card mt-9 max-w-190 p-6" aria-labelledby="affordability">
        <h2 id="affordability" className="text-h3">
          {m.affordability_title()}
        </h2>
        <AffordabilityOrReason found={found} />
      </section>
    </EstimateProvider>
  );
}

function AffordabilityOrReason({ found }: { found: AffordableCars }) {
  const { withheld } = usePaymentTerms();
  const none = explainMissing(found, withheld);
  return none === null ? <AffordabilityTable found={found} /> : <p className="mt-2">{none}</p>;
}

/** Why no figures are shown; null if they are. */
function explainMissing(
  { estimate: { ratePercent, highest } }: AffordableCars,
  withheld: PaymentRestriction | null,
) {
  if (withheld) return m.affordability_none_in_quebec();
  if (ratePercent > CRIMINAL_APR_PERCENT) return m.affordability_above_legal_rate();
  return highest?.paymentCad ? null : m.affordability_nothing_left();
}

type Column = {
  name: string;
  affordable: AffordablePayment;
  quote: LoanQuote;
  debtRatio: number | null;
};

function AffordabilityTable({ found }: { found: AffordableCars }) {
  const { estimate, debtRatios, moves, isBandStated, incomeCad, housingCad } = found;
  const { creditBand, ratePercent, loan } = estimate;
  const { terms } = usePaymentTerms();
  const locale = getLocale();
  const rate = formatPercent(ratePercent, locale);
  const column = (name: string, level: "comfortable" | "highest"): Column[] => {
    const affordable = estimate[level];
    const quote = affordable && quoteLoan({ ...terms, principalCad: affordable.principalCad });
    return affordable && quote?.ok
      ? [{ name, affordable, quote, debtRatio: debtRatios[level] }]
      : [];
  };
  const columns = [
    ...column(m.affordability_comfortable(), "comfortable"),
    ...column(m.affordability_most(), "highest"),
  ];
  const band = isBandStated ? BANDS[creditBand]() : m.affordability_band_none();
  const rows: [title: string, show: (column: Column) => string, isStrong?: true][] = [
    [
      terms.frequency === "monthly"
        ? m.affordability_payment()
        : m.affordability_payment_biweekly(),
      ({ quote }) => formatCadCents(quote.paymentCad, locale),
      true,
    ],
    [m.affordability_apr(), ({ quote }) => formatPercent(quote.aprPercent, locale), true],
    [m.affordability_price(), ({ affordable }) => formatCad(affordable.priceCad, locale)],
    [m.affordability_total(), ({ quote }) => formatCadCents(quote.totalPaidCad, locale)],
    [m.affordability_cost(), ({ quote }) => formatCadCents(quote.costOfBorrowingCad, locale)],
    [
      m.affordability_debt_service(),
      ({ debtRatio }) => formatPercent(Math.round((debtRatio ?? 0) * 1_000) / 10, locale),
    ],
  ];
  return (
    <>
      <p className="muted mt-1">
        {m.affordability_lead({
          band,
          rate,
          months: loan.months,
          down: describeDown(loan.downCad),
        })}
      </p>
      <EstimateMoves moves={moves} known={{ creditBand, incomeCad, housingCad }} />
      <PaymentSwitch className="mt-4 print:hidden" />
      {/* Long French words break rather than make the table wider than a phone. */}
      <div className="mt-4">
        <table className="w-full text-left text-sm sm:text-base [&_td]:py-1.5 [&_td]:pr-2 [&_th]:py-1.5 [&_th]:pr-2 sm:[&_td]:pr-4 sm:[&_th]:pr-4">
          <thead>
            <tr>
              <th scope="col">{m.affordability_estimate()}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="figures">
            {rows.map(([title, show, isStrong]) => (
              <tr key={title} className="border-t border-border">
                <th scope="row" className="font-normal">
                  {title}
                </th>
                {columns.map((each) => (
                  <td key={each.name} className={isStrong ? "font-bold" : ""}>
                    {show(each)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="fine-print muted mt-3">{m.affordability_estimate_only()}</p>
      <Cars found={found} />
    </>
  );
}

/** Cars within the comfortable payment, of the requested type. */
function Cars({ found: { cars, bodyType, estimate } }: { found: AffordableCars }) {
  if (!cars || cars.count === 0) return null;
  const query = new URLSearchParams({
    province: estimate.provinceCode,
    ...(bodyType && { type: bodyType }),
    priceMax: String(cars.mostCad),
    sort: "price",
  });
  const count = formatNumber(cars.count, getLocale());
  return (
    <div className="mt-5 grid gap-3 print:hidden">
      <h3>{cars.count === 1 ? m.affordability_cars_one() : m.affordability_cars({ count })}</h3>
      {cars.best.map((listing) => (
        <MatchRow key={listing.id} listing={listing} />
      ))}
      <p>
        <Link to={`${paths.cars()}?${query}`}>{m.affordability_cars_all()}</Link>
      </p>
    </div>
  );
}
