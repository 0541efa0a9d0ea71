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

/**
 * Annual rates for estimates, in percent: the defaults, which the site's owner replaces by their
 * lenders' rates. Always shown as "estimate only, on approved credit".
 */
export const ILLUSTRATIVE_RATE_PERCENT: Readonly<Record<CreditBand, number>> = {
  excellent: 6.5,
  very_good: 7.5,
  good: 9.5,
  fair: 14.5,
  poor: 22.9,
  none: 19.9,
};

/** The median rate: it is assumed for a person who gave no credit band. */
export const MIDDLE_BAND = "fair" satisfies CreditBand;

export function isCreditBand(value: unknown): value is CreditBand {
  return CREDIT_BANDS.some((band) => band === value);
}
