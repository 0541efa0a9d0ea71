import { useId } from "react";
import { m } from "#messages/messages.js";
import type { PriceEstimate } from "#domain/pricing/price-estimate.ts";
import { PriceEstimateView } from "./price-estimate-view.tsx";

type PriceEstimateCardProps = {
  estimate: PriceEstimate;
  /** What is asked for the car, if that is known: marked among the others. */
  askedCad?: number;
  className?: string;
};

/** The estimate as a card of its own, for the page of a person who wants to sell. */
export function PriceEstimateCard({ estimate, askedCad, className = "" }: PriceEstimateCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`card pad ${className}`.trim()}>
      <h2 id={id} className="text-[length:var(--fs-h3)]">
        {m.price_estimate_title()}
      </h2>
      <PriceEstimateView estimate={estimate} askedCad={askedCad} />
    </section>
  );
}
