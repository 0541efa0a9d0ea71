import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatPercent } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { ESTIMATE, estimatePayment } from "#domain/pricing/payment-estimate.ts";

const EXAMPLE_PRICE_CAD = 20_000;

/** What the payments on this page stand on, with an example of the whole cost of borrowing. */
export function PaymentAssumptions({ className = "" }: { className?: string }) {
  const locale = getLocale();
  const example = estimatePayment({ priceCad: EXAMPLE_PRICE_CAD, provinceCode: "ON" });
  if (!example) return null;
  return (
    <p className={`small muted ${className}`.trim()}>
      {m.listing_payment_assumptions({
        months: ESTIMATE.months,
        rate: formatPercent(example.aprPercent, locale),
        price: formatCad(EXAMPLE_PRICE_CAD, locale),
        cost: formatCad(Math.round(example.costOfBorrowingCad), locale),
      })}
    </p>
  );
}
