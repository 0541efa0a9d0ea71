import { convexHull } from "../geometry/polyline.ts";
import { lerp } from "../geometry/interpolate.ts";
import type { Patch, Vec2, Vec3 } from "../geometry/vector.ts";
import { polygonPath, roundedShapePath, smoothLinePath, smoothLoopPath } from "./path-data.ts";

/** Turns points and lines on the car into path data on the sheet. */
export interface Pen {
  /** A smooth line through points. */
  line(points: readonly Vec3[]): string;
  /** A line between corners given in a patch's coordinates, following the skin. */
  lineOn(patch: Patch, corners: readonly Vec2[], stepsPerSpan?: number): string;
  /** A closed shape from edges that meet end to start, with rounded corners. */
  shape(edges: readonly (readonly Vec3[])[], cornerRadiusPx?: number): string;
  /** A closed shape between corners given in a patch's coordinates, following the skin. */
  shapeOn(
    patch: Patch,
    corners: readonly Vec2[],
    cornerRadiusPx?: number,
    stepsPerEdge?: number,
  ): string;
  /** A smooth closed shape through points. */
  loop(points: readonly Vec3[]): string;
  polygon(points: readonly Vec3[]): string;
  /** The silhouette of a solid whose corners these are. */
  silhouette(points: readonly Vec3[]): string;
  smoothSilhouette(points: readonly Vec3[]): string;
}

export function createPen(project: (point: Vec3) => Vec2): Pen {
  const projectAll = (points: readonly Vec3[]): Vec2[] => points.map(project);
  const line: Pen["line"] = (points) => smoothLinePath(projectAll(points));
  const shape: Pen["shape"] = (edges, cornerRadiusPx = 6) =>
    roundedShapePath(edges.map(projectAll), cornerRadiusPx);
  return {
    line,
    lineOn: (patch, corners, stepsPerSpan = 10) => line(followOpen(patch, corners, stepsPerSpan)),
    shape,
    shapeOn: (patch, corners, cornerRadiusPx = 6, stepsPerEdge = 8) =>
      shape(followClosed(patch, corners, stepsPerEdge), cornerRadiusPx),
    loop: (points) => smoothLoopPath(projectAll(points)),
    polygon: (points) => polygonPath(projectAll(points)),
    silhouette: (points) => polygonPath(convexHull(projectAll(points))),
    smoothSilhouette: (points) => smoothLoopPath(convexHull(projectAll(points))),
  };
}

function followSpan(patch: Patch, from: Vec2, to: Vec2, count: number): Vec3[] {
  return Array.from({ length: count + 1 }, (_, index) =>
    patch(lerp(from[0], to[0], index / count), lerp(from[1], to[1], index / count)),
  );
}

function followOpen(patch: Patch, corners: readonly Vec2[], count: number): Vec3[] {
  return corners.slice(1).flatMap((to, index) => {
    const points = followSpan(patch, corners[index]!, to, count);
    return index === 0 ? points : points.slice(1);
  });
}

function followClosed(patch: Patch, corners: readonly Vec2[], count: number): Vec3[][] {
  return corners.map((from, index) =>
    followSpan(patch, from, corners[(index + 1) % corners.length]!, count),
  );
}
