import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import type { GradientStop } from "../drawing/sheet.ts";
import { splineThrough } from "../geometry/curve.ts";
import { lerp } from "../geometry/interpolate.ts";
import { normalize, type Vec2, type Vec3 } from "../geometry/vector.ts";
import { drawGap } from "./shut-lines.ts";

/** Shut lines and handles of the doors on the near flank. */
export function drawDoors(picture: Picture): void {
  picture.shape.doors.forEach((_, index) => drawDoor(picture, index));
}

function drawDoor(picture: Picture, index: number): void {
  const { pen, surface, shape } = picture;
  const [frontX, rearX] = shape.doors[index]!;
  const isFirst = index === 0;
  const low = shape.cladding ? 0.05 : 0.09;
  const edgePath = (edge: readonly Vec2[]): string =>
    pen.line(splineThrough(edge).map(([x, v]) => surface.flank(x, v)));

  if (isFirst) {
    const frontEdge: Vec2[] = [
      [frontX, 0.985],
      [frontX + 0.03, 0.7],
      [frontX + 0.02, 0.4],
      [frontX - 0.02, 0.16],
      [frontX - 0.06, low],
    ];
    drawGap(picture, edgePath(frontEdge));
  }
  const rearEdge = doorRearEdge(picture, index, low);
  drawGap(picture, edgePath(rearEdge));
  const lower = pen.lineOn(surface.flank, [
    [isFirst ? frontX - 0.06 : frontX + 0.03, low],
    [rearEdge.at(-1)![0], low],
  ]);
  drawGap(picture, lower);
  drawHandle(picture, rearX + 0.2, `h${index}`);
}

/** A rear door that reaches over the wheel is cut around its arch. */
function doorRearEdge(picture: Picture, index: number, low: number): Vec2[] {
  const { doors, wheelbase } = picture.shape;
  const rearX = doors[index]![1];
  const beforeAxle = rearX + wheelbase / 2;
  const isLast = index === doors.length - 1;
  if (isLast && beforeAxle < 0.5 && beforeAxle > -0.2) return edgeAroundArch(picture, rearX, low);
  return [
    [rearX, 0.99],
    [rearX, 0.6],
    [rearX + 0.015, 0.25],
    [rearX + 0.03, low],
  ];
}

function edgeAroundArch({ shape, surface }: Picture, rearX: number, low: number): Vec2[] {
  const radius = shape.wheelRadius + shape.archGap + 0.055;
  const edge: Vec2[] = [
    [rearX, 0.99],
    [rearX, 0.85],
  ];
  for (let step = 0; step <= 8; step++) {
    const angle = lerp(0.95, -0.12, step / 8);
    const x = -shape.wheelbase / 2 + Math.cos(angle) * radius;
    const v = surface.heightShare(x, shape.wheelRadius + Math.sin(angle) * radius);
    if (v < 0.8 && v > low) edge.push([x, v]);
  }
  edge.push([edge.at(-1)![0] + 0.02, low]);
  return edge;
}

/** A handle with its shadow; bright on luxury cars, painted on the others. */
function drawHandle(picture: Picture, x: number, gradientName: string): void {
  const { sheet, pen, surface, paint, unit, isLuxury } = picture;
  const at = (ahead: number, lift: number): Vec3 => surface.flank(x + ahead, 0.8 + lift);
  const bar = (front: number, top: number, low: number): Vec3[][] => [
    [at(front, top), at(-0.1, top)],
    [at(-0.1, top), at(-0.1, low)],
    [at(-0.1, low), at(front, low)],
    [at(front, low), at(front, top)],
  ];
  sheet.fill(pen.shape(bar(0.13, 0.022, -0.03), 7 * unit), "#000", { opacity: ".28" });
  const bright: GradientStop[] = [
    [0, "#f4f6f8"],
    [0.5, "#aab2b9"],
    [1, "#6d757c"],
  ];
  const painted: GradientStop[] = [
    [0, paint.at(normalize([0, 0.8, 0.6]), at(0, 0))],
    [1, paint.at(normalize([0, 0.9, -0.4]), at(0, 0))],
  ];
  const face = sheet.linearGradient(gradientName, isLuxury ? bright : painted);
  sheet.fill(pen.shape(bar(0.12, 0.03, -0.002), 5 * unit), face, {
    stroke: "#000",
    "stroke-opacity": ".35",
    "stroke-width": coordinate(0.8 * unit),
  });
}
