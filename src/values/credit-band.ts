/** Self-reported credit, from best to worst (SPEC.md §9); `none` is no credit or unsure. */
// oxfmt-ignore
export const CREDIT_BANDS = ["excellent", "very_good", "good", "fair", "poor", "none"] as const;
export type CreditBand = (typeof CREDIT_BANDS)[number];

/** Scores, both ends included. */
export const SCORE_RANGE: Readonly<Record<CreditBand, { lowest: number; highest: number } | null>> =
  {
    excellent: { lowest: 760, highest: 900 },
    very_good: { lowest: 725, highest: 759 },
    good: { lowest: 660, highest: 724 },
    fair: { lowest: 600, highest: 659 },
    poor: { lowest: 300, highest: 599 },
    none: null,
  };

/** Assumed for a person who gave no credit band: of the default rates, its one is the median. */
export const MIDDLE_BAND = "fair" satisfies CreditBand;

export function isCreditBand(value: unknown): value is CreditBand {
  return CREDIT_BANDS.some((band) => band === value);
}
