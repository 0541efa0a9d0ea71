import type { CreditFacts, EstimateChange } from "#domain/pricing/credit-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import {
  describeDown,
  describeEstimate,
  describePayment,
  PaymentSwitch,
  usePaymentTerms,
} from "#pages/public/listing/your-budget.tsx";
import type { CreditBand } from "#values/credit-band.ts";
import { formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";

/**
 * The person's rate, their comfortable payment and what changed it, with a switch for the payment
 * frequency.
 */
export function EstimateCard({
  moves,
  known,
}: {
  moves: readonly EstimateChange[];
  known: MovedBy;
}) {
  const { yours, terms, withheld } = usePaymentTerms();
  if (!yours) return null;
  const { comfortable, loan } = yours;
  const price = formatCad(comfortable?.priceCad ?? 0, getLocale());
  return (
    <section className="card mt-9 max-w-190 p-6" aria-labelledby="estimate-title">
      <h2 id="estimate-title" className="text-h3">
        {m.estimate_title()}
      </h2>
      <p className="mt-2 font-[560] figures">{describeEstimate(yours, terms)}</p>
      {!withheld && (
        <>
          {comfortable && comfortable.priceCad > 0 && (
            <p className="mt-2 figures">
              {m.estimate_car({ price, months: loan.months, down: describeDown(loan.downCad) })}
            </p>
          )}
          <EstimateMoves moves={moves} known={known} />
          <PaymentSwitch className="mt-3 print:hidden" />
          <p className="fine-print muted mt-3">{m.estimate_only()}</p>
        </>
      )}
    </section>
  );
}

/** The facts that may have changed an estimate; income and housing in dollars a month. */
export type MovedBy = Pick<CreditFacts, "creditBand" | "incomeCad" | "housingCad">;

const BANDS: Record<CreditBand, () => string> = {
  excellent: m.estimate_band_excellent,
  very_good: m.estimate_band_very_good,
  good: m.estimate_band_good,
  fair: m.estimate_band_fair,
  poor: m.estimate_band_poor,
  none: m.estimate_band_none,
};

/** A sentence for each number that changed: by which fact, and by how much. */
export function EstimateMoves(props: { moves: readonly EstimateChange[]; known: MovedBy }) {
  const { moves, known } = props;
  const { terms } = usePaymentTerms();
  const locale = getLocale();
  const describe = (move: EstimateChange): string => {
    if (move.what === "rate") {
      const [from, to] = [move.from, move.to].map((rate) => formatPercent(rate, locale));
      return m.estimate_moved_rate({ band: BANDS[known.creditBand](), from: from!, to: to! });
    }
    const words = {
      from: describePayment(move.from, terms),
      to: describePayment(move.to, terms),
      income: formatCad(Math.round(known.incomeCad ?? 0), locale),
      housing: formatCad(Math.round(known.housingCad ?? 0), locale),
    };
    return {
      budget: m.estimate_moved_budget,
      income: m.estimate_moved_income,
      housing: m.estimate_moved_housing,
    }[move.by](words);
  };
  return moves.map((move) => (
    <p key={move.what} className="mt-2 figures">
      {describe(move)}
    </p>
  ));
}
