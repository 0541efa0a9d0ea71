/** By what the leads of a report can be grouped. */
export const LEAD_GROUPINGS = [
  "week",
  "kind",
  "dealership",
  "owner",
  "province",
  "language",
  "source",
  "campaign",
] as const;
export type LeadGrouping = (typeof LEAD_GROUPINGS)[number];

/** A part of a whole as a percentage without decimals; null of nothing. */
export function sharePercent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100);
}
