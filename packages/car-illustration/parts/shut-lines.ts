import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import type { Vec2, Vec3 } from "../geometry/vector.ts";

/** A gap between panels: a dark line with a faint light edge behind it. */
export function drawGap({ sheet, unit }: Picture, path: string): void {
  sheet.stroke(path, "#000", 2.6 * unit, { opacity: ".62" });
  sheet.stroke(path, "#fff", 1 * unit, {
    opacity: ".16",
    transform: `translate(${coordinate(1.8 * unit)} 0)`,
  });
}

/** The rail of a sliding door. */
export function drawDoorRail(picture: Picture): void {
  const { pen, surface, shape } = picture;
  const startX = shape.doors.at(-1)![1];
  const rail = pen.lineOn(
    surface.flank,
    [
      [startX, 0.9],
      [surface.rearX + 0.5, 0.9],
    ],
    14,
  );
  drawGap(picture, rail);
}

export function drawFuelDoor({ sheet, pen, surface, shape, unit }: Picture): void {
  const isTruck = shape.bedFrontX !== undefined;
  const x = -shape.wheelbase / 2 - (isTruck ? 0.62 : 0.12);
  const v = isTruck ? 0.7 : 0.82;
  const at = (ahead: number, lift: number): Vec3 => surface.flank(x + ahead, v + lift);
  const edges = [
    [at(0.085, 0.075), at(-0.085, 0.075)],
    [at(-0.085, 0.075), at(-0.085, -0.085)],
    [at(-0.085, -0.085), at(0.085, -0.085)],
    [at(0.085, -0.085), at(0.085, 0.075)],
  ];
  sheet.stroke(pen.shape(edges, 10 * unit), "#000", 1.6 * unit, { opacity: ".34" });
}

/** The gap between cab and bed, and the step under the doors. */
export function drawCabGapAndStep(picture: Picture, bedFrontX: number, plastic: string): void {
  const { sheet, pen, surface, unit, isLuxury } = picture;
  const gapX = bedFrontX + 0.02;
  drawGap(
    picture,
    pen.lineOn(surface.flank, [
      [gapX, 0.995],
      [gapX, 0.06],
    ]),
  );
  const outside =
    (outset: number) =>
    (x: number, v: number): Vec3 => {
      const point = surface.flank(x, v);
      return [point[0], point[1] + outset, point[2] - 0.045];
    };
  const step: Vec2[] = [
    [1.22, 0.035],
    [-1.02, 0.035],
    [-1.02, -0.075],
    [1.22, -0.075],
  ];
  sheet.fill(pen.shapeOn(outside(0.05), step, 8, 10), plastic);
  const edge = pen.lineOn(outside(0.06), [
    [1.16, 0.02],
    [-0.96, 0.02],
  ]);
  sheet.stroke(edge, isLuxury ? "#aeb6bd" : "#4a5157", 2.4 * unit);
}

/** Where fenders meet bumpers. */
export function drawBumperSeams({ sheet, pen, surface, shape, unit }: Picture): void {
  const seams: Vec2[][] = [
    [
      [shape.wheelbase / 2 + shape.wheelRadius * 0.95, 0.42],
      [surface.frontX - 0.42, 0.56],
    ],
    [
      [-shape.wheelbase / 2 - shape.wheelRadius * 0.98, 0.44],
      [surface.rearX + 0.3, 0.5],
    ],
  ];
  for (const seam of seams) {
    const path = pen.lineOn(surface.flank, seam);
    sheet.stroke(path, "#000", 1.8 * unit, { opacity: ".35" });
  }
}
