/** The positions of prices on the strip. */
export type StripScale = {
  /** "47.00%" from the left end. */
  percent: (amountCad: number) => string;
  width: (fromCad: number, toCad: number) => string;
  /** How a label is anchored, so that it stays inside the strip. */
  anchor: (amountCad: number) => "start" | "middle" | "end";
  isBeyond: (amountCad: number) => boolean;
  /** Whether any of the prices lies beyond an end. */
  hasBeyond: boolean;
};

/** The margin beside the outermost mark, as a share of the whole. */
const MARGIN = 0.07;
/** The most of the range's width that is shown on each side of it: its labels need the space. */
const MOST_BESIDE = 0.4;
/** A label nearer to an end than this share would overflow. */
const NEAR_END = 0.12;

/**
 * A scale with the range and the prices beside it. A price outside of the picture is at its end,
 * and marked.
 */
export function scaleOnStrip(
  { lowCad, highCad }: { lowCad: number; highCad: number },
  prices: readonly number[],
): StripScale {
  // All prices may be equal.
  const span = Math.max(1, highCad - lowCad);
  const least = Math.max(lowCad - MOST_BESIDE * span, Math.min(lowCad, ...prices));
  const most = Math.min(highCad + MOST_BESIDE * span, Math.max(highCad, ...prices));
  const isBeyond = (amountCad: number) => amountCad < least || amountCad > most;
  const share = (amountCad: number) => {
    const within = Math.min(most, Math.max(least, amountCad));
    return MARGIN + ((within - least) / Math.max(1, most - least)) * (1 - 2 * MARGIN);
  };
  const percent = (of: number) => `${(of * 100).toFixed(2)}%`;
  return {
    percent: (amountCad) => percent(share(amountCad)),
    width: (fromCad, toCad) => percent(Math.max(0, share(toCad) - share(fromCad))),
    anchor: (amountCad) => {
      const at = share(amountCad);
      if (at < NEAR_END) return "start";
      return at > 1 - NEAR_END ? "end" : "middle";
    },
    isBeyond,
    hasBeyond: prices.some(isBeyond),
  };
}
