import type { AffordableCars } from "#domain/credit-application/affordable-cars.server.ts";
import type { CarriedLoan } from "#domain/credit-application/affordability.ts";
import { findBudgetTerms } from "#domain/pricing/payment-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { MatchRow } from "#pages/public/pre-approval/match-row.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import type { CreditBand } from "#values/credit-band.ts";
import { formatPercent } from "#values/format.ts";
import { formatCad, formatCadCents } from "#values/money.ts";

const BANDS: Record<CreditBand, () => string> = {
  excellent: m.affordability_band_excellent,
  very_good: m.affordability_band_very_good,
  good: m.affordability_band_good,
  fair: m.affordability_band_fair,
  poor: m.affordability_band_poor,
  none: m.affordability_band_none,
};

/** What the applicant's income carries by lenders' benchmarks, as an estimate, with cars within it. */
export function AffordabilityCard({ found }: { found: AffordableCars }) {
  const { affordability, cars, provinceCode } = found;
  if (!affordability.ok) {
    if (affordability.code === "no_income") return null;
    const text =
      affordability.code === "none_in_quebec"
        ? m.affordability_none_in_quebec()
        : affordability.code === "nothing_left"
          ? m.affordability_nothing_left()
          : m.affordability_above_legal_rate();
    return (
      <section className="card mt-9 max-w-190 p-6" aria-labelledby="affordability">
        <h2 id="affordability" className="text-[length:var(--fs-h3)]">
          {m.affordability_title()}
        </h2>
        <p className="mt-2">{text}</p>
      </section>
    );
  }
  const { comfortable, most, creditBand, ratePercent, months } = affordability;
  const locale = getLocale();
  const rate = formatPercent(ratePercent, locale);
  const query = new URLSearchParams({ province: provinceCode, priceMax: String(most.priceCad) });
  return (
    <section className="card mt-9 max-w-190 p-6" aria-labelledby="affordability">
      <h2 id="affordability" className="text-[length:var(--fs-h3)]">
        {m.affordability_title()}
      </h2>
      <p className="muted mt-1">
        {m.affordability_lead({ band: BANDS[creditBand](), rate, months })}
      </p>
      {/* Long French words break rather than make the table wider than a phone. */}
      <div className="mt-4">
        <table className="w-full text-left text-sm sm:text-base [&_td]:py-1.5 [&_td]:pr-2 [&_th]:hyphens-auto [&_th]:py-1.5 [&_th]:pr-2 [&_th]:wrap-anywhere sm:[&_td]:pr-4 sm:[&_th]:pr-4">
          <thead>
            <tr>
              <th scope="col">{m.affordability_estimate()}</th>
              {comfortable && <th scope="col">{m.affordability_comfortable()}</th>}
              <th scope="col">{m.affordability_most()}</th>
            </tr>
          </thead>
          <tbody className="figures">
            <LoanRow
              title={m.affordability_payment()}
              loans={[comfortable, most]}
              isStrong
              show={({ quote }) => formatCadCents(quote.paymentCad, locale)}
            />
            <LoanRow
              title={m.affordability_apr()}
              loans={[comfortable, most]}
              isStrong
              show={({ quote }) => formatPercent(quote.aprPercent, locale)}
            />
            <LoanRow
              title={m.affordability_price()}
              loans={[comfortable, most]}
              show={({ priceCad }) => formatCad(priceCad, locale)}
            />
            <LoanRow
              title={m.affordability_total()}
              loans={[comfortable, most]}
              show={({ quote }) => formatCadCents(quote.totalPaidCad, locale)}
            />
            <LoanRow
              title={m.affordability_cost()}
              loans={[comfortable, most]}
              show={({ quote }) => formatCadCents(quote.costOfBorrowingCad, locale)}
            />
            <LoanRow
              title={m.affordability_debt_service()}
              loans={[comfortable, most]}
              show={({ service }) => formatPercent(service.debtRatio * 100, locale)}
            />
          </tbody>
        </table>
      </div>
      <p className="fine-print muted mt-3">{m.affordability_estimate_only()}</p>
      {cars && cars.count > 0 && (
        <div className="mt-5 grid gap-3 print:hidden">
          <h3>{m.affordability_cars({ count: cars.count })}</h3>
          {cars.best.map((listing) => (
            <MatchRow
              key={listing.id}
              listing={listing}
              terms={findBudgetTerms(creditBand, provinceCode)}
            />
          ))}
          <p>
            <Link to={`${paths.cars()}?${query}`}>{m.affordability_cars_all()}</Link>
          </p>
        </div>
      )}
    </section>
  );
}

function LoanRow(props: {
  title: string;
  loans: readonly (CarriedLoan | null)[];
  show: (loan: CarriedLoan) => string;
  isStrong?: boolean;
}) {
  const { title, loans, show, isStrong = false } = props;
  return (
    <tr className="border-t border-border">
      <th scope="row" className="font-normal">
        {title}
      </th>
      {loans.map(
        (loan, index) =>
          loan && (
            <td key={index} className={isStrong ? "font-bold" : ""}>
              {show(loan)}
            </td>
          ),
      )}
    </tr>
  );
}
