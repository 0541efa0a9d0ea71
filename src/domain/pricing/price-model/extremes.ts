/** The two least and the two greatest of some numbers: what is left when one of them is left out. */
export type Extremes = { least: number; nextLeast: number; nextMost: number; most: number };

export function noExtremes(): Extremes {
  return { least: Infinity, nextLeast: Infinity, nextMost: -Infinity, most: -Infinity };
}

export function widen(extremes: Extremes, value: number): void {
  extremes.nextLeast = Math.max(extremes.least, Math.min(extremes.nextLeast, value));
  extremes.least = Math.min(extremes.least, value);
  extremes.nextMost = Math.min(extremes.most, Math.max(extremes.nextMost, value));
  extremes.most = Math.max(extremes.most, value);
}

/** Whether a value lies within `slack` of the others; `without` is the number left out, if any. */
export function isNear(
  extremes: Extremes,
  value: number,
  { slack, without }: { slack: number; without: number | undefined },
): boolean {
  const least = without === extremes.least ? extremes.nextLeast : extremes.least;
  const most = without === extremes.most ? extremes.nextMost : extremes.most;
  return value >= least - slack && value <= most + slack;
}
