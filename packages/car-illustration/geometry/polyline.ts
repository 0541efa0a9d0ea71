import { lerp } from "./interpolate.ts";
import { distance2, type Vec2 } from "./vector.ts";

/** Drops points that lie within `tolerancePx` of the line without them (Douglas-Peucker). */
export function simplify(points: readonly Vec2[], tolerancePx = 0.4): readonly Vec2[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return points;
  let farthest = 0;
  let farthestIndex = 0;
  for (let index = 1; index < points.length - 1; index++) {
    const away = distanceToLine(points[index]!, first, last);
    if (away > farthest) {
      farthest = away;
      farthestIndex = index;
    }
  }
  if (farthest <= tolerancePx) return [first, last];
  return [
    ...simplify(points.slice(0, farthestIndex + 1), tolerancePx).slice(0, -1),
    ...simplify(points.slice(farthestIndex), tolerancePx),
  ];
}

/** A line whose ends meet has no direction: there the distance to the point counts. */
function distanceToLine(point: Vec2, start: Vec2, end: Vec2): number {
  const dx = end[0] - start[0];
  const dy = end[1] - start[1];
  const length = Math.hypot(dx, dy);
  if (length < 1e-3) return Math.hypot(point[0] - start[0], point[1] - start[1]);
  return Math.abs((point[0] - start[0]) * dy - (point[1] - start[1]) * dx) / length;
}

/** Cuts a length off both ends, at most 42 % of the line each, to make room for round corners. */
export function shorten(points: readonly Vec2[], cutPx: number): readonly Vec2[] {
  const spans = points.slice(1).map((end, index) => ({
    start: points[index]!,
    end,
    length: distance2(points[index]!, end),
  }));
  const total = spans.reduce((sum, span) => sum + span.length, 0);
  const cut = Math.min(cutPx, total * 0.42);
  const stop = total - cut;
  const kept: Vec2[] = [];
  let walked = 0;
  for (const { start, end, length } of spans) {
    const span = length || 1e-6;
    const along = (distance: number): Vec2 => {
      const share = (distance - walked) / span;
      return [lerp(start[0], end[0], share), lerp(start[1], end[1], share)];
    };
    if (kept.length === 0 && walked + span >= cut) kept.push(along(cut));
    if (kept.length > 0 && walked + span > cut && walked + span < stop) kept.push(end);
    if (walked + span >= stop) {
      kept.push(along(stop));
      break;
    }
    walked += span;
  }
  return kept.length > 1 ? kept : points;
}

/** The outline around a cloud of points, anticlockwise: Andrew's monotone chain. */
export function convexHull(points: readonly Vec2[]): Vec2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(sorted: readonly Vec2[]): Vec2[] {
  const kept: Vec2[] = [];
  for (const point of sorted) {
    while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** Above zero where the way from a over b to c turns left. */
function turn(a: Vec2, b: Vec2, c: Vec2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
