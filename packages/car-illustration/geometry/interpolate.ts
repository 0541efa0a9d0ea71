export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value;
}

export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Hermite step: 0 at `from`, 1 at `to`, flat at both ends. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** `count + 1` evenly spaced numbers, both ends included. */
export function steps(from: number, to: number, count = 8): number[] {
  return Array.from({ length: count + 1 }, (_, index) => lerp(from, to, index / count));
}
