import type { Vec2 } from "./vector.ts";

/** A line of the car as a function: height over length, width over height and so on. */
export type Curve = (x: number) => number;

interface Segment {
  start: Vec2;
  end: Vec2;
  startSlope: number;
  endSlope: number;
}

/** Beyond its last point a curve runs on straight, at this share of its end slope. */
const OUTSIDE_SLOPE_SHARE = 0.4;

/**
 * A smooth curve through points of rising x that never overshoots them: cubic Hermite pieces with
 * the harmonic mean of neighbouring slopes (Fritsch and Butland, 1984). Needs three points or more.
 */
export function curveThrough(points: readonly Vec2[]): Curve {
  const segments = buildSegments(points);
  const first = segments[0]!;
  const last = segments.at(-1)!;
  return (x) => {
    if (x <= first.start[0]) return runOn(first.start, first.startSlope, x);
    if (x >= last.end[0]) return runOn(last.end, last.endSlope, x);
    for (const segment of segments) if (x <= segment.end[0]) return hermite(segment, x);
    return last.end[1];
  };
}

function buildSegments(points: readonly Vec2[]): Segment[] {
  const pairs = points.slice(1).map((end, index) => ({ start: points[index]!, end }));
  const chords = pairs.map(({ start, end }) => (end[1] - start[1]) / (end[0] - start[0]));
  const slopeAt = (index: number): number => {
    const before = chords[index - 1];
    const after = chords[index];
    if (before === undefined) return after!;
    if (after === undefined) return before;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  };
  return pairs.map((pair, index) => ({
    ...pair,
    startSlope: slopeAt(index),
    endSlope: slopeAt(index + 1),
  }));
}

function runOn(end: Vec2, slope: number, x: number): number {
  return end[1] + slope * (x - end[0]) * OUTSIDE_SLOPE_SHARE;
}

function hermite({ start, end, startSlope, endSlope }: Segment, x: number): number {
  const width = end[0] - start[0];
  const t = (x - start[0]) / width;
  const t2 = t * t;
  const t3 = t2 * t;
  return (
    (2 * t3 - 3 * t2 + 1) * start[1] +
    (t3 - 2 * t2 + t) * width * startSlope +
    (-2 * t3 + 3 * t2) * end[1] +
    (t3 - t2) * width * endSlope
  );
}

/** Catmull-Rom spline through the points, six steps a span: for lines that may turn back on x. */
export function splineThrough(points: readonly Vec2[]): Vec2[] {
  const at = (index: number): Vec2 => points[Math.min(points.length - 1, Math.max(0, index))]!;
  const spline: Vec2[] = [];
  for (let span = 0; span < points.length - 1; span++) {
    const control = [at(span - 1), at(span), at(span + 1), at(span + 2)] as const;
    for (let step = 0; step < 6; step++) {
      spline.push([splineValue(control, 0, step / 6), splineValue(control, 1, step / 6)]);
    }
  }
  return [...spline, at(points.length - 1)];
}

function splineValue(control: readonly [Vec2, Vec2, Vec2, Vec2], axis: 0 | 1, t: number): number {
  const [a, b, c, d] = [control[0][axis], control[1][axis], control[2][axis], control[3][axis]];
  const t2 = t * t;
  const t3 = t2 * t;
  return (
    0.5 * (2 * b + (-a + c) * t + (2 * a - 5 * b + 4 * c - d) * t2 + (-a + 3 * b - 3 * c + d) * t3)
  );
}
