import { SCORE_RANGE, isCreditBand } from "#values/credit-band.ts";

/** Half a circle with a radius of 18, a little short of its round ends. */
const ARC_LENGTH = 56.5;
const ARC = "M4 23a18 18 0 0 1 36 0";
const BEST_SCORE = 900;

/** How far up the scale of 300 to 900 a credit rating reaches; empty for no credit. */
export function CreditGauge({ band }: { band: string }) {
  const range = isCreditBand(band) ? SCORE_RANGE[band] : null;
  const filled = range ? ((range.highest / BEST_SCORE) ** 2 * ARC_LENGTH).toFixed(1) : null;
  const line = { d: ARC, fill: "none", strokeWidth: 5, strokeLinecap: "round" } as const;
  return (
    <svg className="credit-gauge" viewBox="0 0 44 26" aria-hidden>
      <path {...line} stroke="var(--line)" />
      {filled && <path {...line} stroke="var(--red-600)" strokeDasharray={`${filled} 99`} />}
    </svg>
  );
}
