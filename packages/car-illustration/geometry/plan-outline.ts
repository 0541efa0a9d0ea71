import { clamp, lerp } from "./interpolate.ts";
import type { Vec2 } from "./vector.ts";

/** One horizontal slice of half a car, seen from above: straight flank, superellipse ends. */
export interface PlanOutline {
  frontX: number;
  rearX: number;
  halfWidth: number;
  frontDepth: number;
  frontPower: number;
  rearDepth: number;
  rearPower: number;
}

/** How many points each part of a sampled outline gets. */
interface OutlineDetail {
  front: number;
  flank: number;
  rear: number;
}

/** Half the width of the slice at x; zero at the tips. */
export function halfWidthAt(outline: PlanOutline, x: number): number {
  const { frontX, rearX, halfWidth, frontDepth, frontPower, rearDepth, rearPower } = outline;
  if (x > frontX - frontDepth) {
    const share = clamp((x - frontX + frontDepth) / frontDepth);
    return halfWidth * (1 - share ** frontPower) ** (1 / frontPower);
  }
  if (x < rearX + rearDepth) {
    const share = clamp((rearX + rearDepth - x) / rearDepth);
    return halfWidth * (1 - share ** rearPower) ** (1 / rearPower);
  }
  return halfWidth;
}

/** Where the front of the slice is, at a share of the half width from the middle. */
export function frontXAt(outline: PlanOutline, share: number): number {
  const { frontX, frontDepth, frontPower } = outline;
  return frontX - frontDepth + frontDepth * (1 - Math.abs(share) ** frontPower) ** (1 / frontPower);
}

export function rearXAt(outline: PlanOutline, share: number): number {
  const { rearX, rearDepth, rearPower } = outline;
  return rearX + rearDepth - rearDepth * (1 - Math.abs(share) ** rearPower) ** (1 / rearPower);
}

/** Points along the left half, from the middle of the nose to the middle of the tail. */
export function sampleOutline(outline: PlanOutline, detail: OutlineDetail): Vec2[] {
  const { frontX, rearX, halfWidth, frontDepth, frontPower, rearDepth, rearPower } = outline;
  const points: Vec2[] = [];
  for (let index = 0; index <= detail.front; index++) {
    const angle = ((index / detail.front) * Math.PI) / 2;
    points.push([
      frontX - frontDepth + frontDepth * Math.cos(angle) ** (2 / frontPower),
      halfWidth * Math.sin(angle) ** (2 / frontPower),
    ]);
  }
  for (let index = 1; index < detail.flank; index++) {
    points.push([lerp(frontX - frontDepth, rearX + rearDepth, index / detail.flank), halfWidth]);
  }
  for (let index = detail.rear; index >= 0; index--) {
    const angle = ((index / detail.rear) * Math.PI) / 2;
    points.push([
      rearX + rearDepth - rearDepth * Math.cos(angle) ** (2 / rearPower),
      halfWidth * Math.sin(angle) ** (2 / rearPower),
    ]);
  }
  return points;
}

/** A way along an outline, with the distance walked at each of its points. */
export interface MeasuredPath {
  points: readonly Vec2[];
  distances: readonly number[];
}

export function measurePath(points: readonly Vec2[]): MeasuredPath {
  const distances = [0];
  for (let index = 1; index < points.length; index++) {
    const from = points[index - 1]!;
    const to = points[index]!;
    distances.push(distances[index - 1]! + Math.hypot(to[0] - from[0], to[1] - from[1]));
  }
  return { points, distances };
}

/** The point a distance along the path; past its end, in the direction of the last span. */
export function pointAlong({ points, distances }: MeasuredPath, distance: number): Vec2 {
  let index = 0;
  while (index < distances.length - 2 && distances[index + 1]! < distance) index++;
  const from = points[index]!;
  const to = points[index + 1]!;
  const share = (distance - distances[index]!) / (distances[index + 1]! - distances[index]!);
  return [lerp(from[0], to[0], share), lerp(from[1], to[1], share)];
}
