import { clamp } from "../geometry/interpolate.ts";
import { shorten, simplify } from "../geometry/polyline.ts";
import { distance2, type Vec2 } from "../geometry/vector.ts";

/** The `d` attribute of SVG paths, from points in pixels. A tenth of a pixel is fine enough. */

export function coordinate(value: number): string {
  return (Math.round(value * 10) / 10).toString();
}

export function pointText([x, y]: Vec2): string {
  return `${coordinate(x)} ${coordinate(y)}`;
}

export function polygonPath(points: readonly Vec2[]): string {
  return `M${points.map(pointText).join("L")}Z`;
}

/** A smooth line through the points, with the points simplified first. */
export function smoothLinePath(points: readonly Vec2[]): string {
  return `M${pointText(points[0]!)}${smoothLineCommands(points)}`;
}

/** A smooth closed shape through the points. */
export function smoothLoopPath(points: readonly Vec2[]): string {
  const count = points.length;
  const rounded = points.map(roundPoint);
  const at = (index: number): Vec2 => rounded[(index + count) % count]!;
  return `M${pointText(points[0]!)}${splineCommands(at, count)}Z`;
}

/**
 * A closed shape from edges that meet end to start. The edges are smooth, their corners rounded.
 */
export function roundedShapePath(
  edges: readonly (readonly Vec2[])[],
  cornerRadiusPx: number,
): string {
  const cut = edges.map((edge) => shorten(edge, cornerRadiusPx));
  const parts = cut.map((edge, index) => {
    const start = `${index ? "L" : "M"}${pointText(edge[0]!)}`;
    const corner = edges[index]!.at(-1)!;
    const next = cut[(index + 1) % cut.length]![0]!;
    return `${start}${smoothLineCommands(edge)}Q${pointText(corner)} ${pointText(next)}`;
  });
  return `${parts.join("")}Z`;
}

/** What follows the start of a smooth line: curves, or one straight line where that will do. */
function smoothLineCommands(points: readonly Vec2[]): string {
  const line = simplify(points);
  if (line.length === 2) return `L${pointText(line[1]!)}`;
  const rounded = line.map(roundPoint);
  const last = rounded.length - 1;
  return splineCommands((index) => rounded[clamp(index, 0, last)]!, last);
}

/** Relative cubic curves along a cardinal spline; tangents are held short where spans differ. */
function splineCommands(at: (index: number) => Vec2, spans: number): string {
  let commands = "";
  for (let span = 0; span < spans; span++) {
    const [before, from, to, after] = [at(span - 1), at(span), at(span + 1), at(span + 2)];
    const length = distance2(from, to);
    const startPull = tangentPull(length, distance2(before, to));
    const endPull = tangentPull(length, distance2(from, after));
    const relative = ([x, y]: Vec2): string =>
      `${coordinate(x - from[0])} ${coordinate(y - from[1])}`;
    const startHandle: Vec2 = [
      from[0] + (to[0] - before[0]) * startPull,
      from[1] + (to[1] - before[1]) * startPull,
    ];
    const endHandle: Vec2 = [
      to[0] - (after[0] - from[0]) * endPull,
      to[1] - (after[1] - from[1]) * endPull,
    ];
    commands += `c${relative(startHandle)} ${relative(endHandle)} ${relative(to)}`;
  }
  return commands;
}

function tangentPull(spanLength: number, chordLength: number): number {
  return Math.min(1 / 6, (spanLength / (chordLength || 1)) * 0.36);
}

function roundPoint([x, y]: Vec2): Vec2 {
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
}
