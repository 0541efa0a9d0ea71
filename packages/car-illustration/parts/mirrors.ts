import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { convexHull } from "../geometry/polyline.ts";
import { normalize, type Vec3 } from "../geometry/vector.ts";

/** Half sizes of a mirror housing, in metres; trucks have taller ones. */
const HALF_WIDTH = 0.1;
const HALF_DEPTH = 0.075;

export function drawMirrors(picture: Picture): void {
  for (const side of [-1, 1] as const) {
    if (side === 1 || seesFarMirror(picture)) drawMirror(picture, side);
  }
}

/** The car itself hides the far mirror from the side and from behind. */
function seesFarMirror({ angle, sees }: Picture): boolean {
  const { yawDeg } = angle;
  return !(Math.abs(yawDeg - 90) < 25 || (sees.rear && sees.flank));
}

function drawMirror(picture: Picture, side: 1 | -1): void {
  const { sheet, pen, surface, shape, project, angle, scale } = picture;
  const isTall = shape.bedFrontX !== undefined;
  const x = surface.windscreenX(0) - shape.glassFrontDepth - 0.1;
  const y = (surface.halfWidth * 0.9 + 0.085) * side;
  const z = surface.shoulderHeight(x) + (isTall ? 0.13 : 0.075);
  const halfHeight = isTall ? 0.115 : 0.066;

  const foot: Vec3[] = [
    [x + 0.05, y - side * 0.17, z - 0.1],
    [x - 0.05, y - side * 0.17, z - 0.1],
    [x + 0.04, y - side * 0.17, z - 0.03],
    [x - 0.02, y - side * 0.02, z - 0.05],
    [x + 0.05, y - side * 0.03, z],
  ];
  sheet.fill(pen.silhouette(foot), "#0b0d0f");
  drawHousing(picture, [x, y, z], halfHeight, side);
  if (picture.sees.rear) {
    const halfWidthPx = 0.08 * scale * Math.abs(Math.cos((angle.yawDeg * Math.PI) / 180));
    const glass = project([x - 0.03, y, z]);
    sheet.ellipse(glass, [halfWidthPx, halfHeight * 0.75 * scale], { fill: "#9fb0bd" });
  }
}

/** Painted above, black below; all black on sport cars. */
function drawHousing(picture: Picture, centre: Vec3, halfHeight: number, side: 1 | -1): void {
  const { sheet, pen, paint, project, unit, isSport } = picture;
  const solid = housingSolid(centre, halfHeight);
  const ys = convexHull(solid.map(project)).map(([, y]) => y);
  const name = `m${side + 1}`;
  const shades = [
    paint.at(normalize([0.3, 0.25 * side, 0.9]), centre),
    paint.at(normalize([0.5, 0.6 * side, 0.15]), centre),
    paint.at(normalize([0.5, 0.6 * side, -0.5]), centre, 0.7),
  ] as const;
  const finish = isSport
    ? sheet.linearGradient(name, [
        [0, "#3a4046"],
        [0.5, "#121518"],
        [1, "#050607"],
      ])
    : sheet.linearGradient(
        name,
        [
          [0, shades[0]],
          [0.45, shades[1]],
          [0.72, shades[2]],
          [0.73, "#0d0f11"],
          [1, "#0d0f11"],
        ],
        { from: [0, Math.min(...ys)], to: [0, Math.max(...ys)] },
      );
  sheet.fill(pen.smoothSilhouette(solid), finish, {
    stroke: "#000",
    "stroke-opacity": ".3",
    "stroke-width": coordinate(unit),
  });
}

/** A superellipsoid, flattened at the back where the glass sits. */
function housingSolid([x, y, z]: Vec3, halfHeight: number): Vec3[] {
  const points: Vec3[] = [];
  for (let column = 0; column < 14; column++) {
    const around = (column / 14) * Math.PI * 2;
    const backFlattening = Math.cos(around) < 0 ? 0.35 : 1;
    for (let row = 0; row < 7; row++) {
      const up = (row / 6 - 0.5) * Math.PI;
      points.push([
        x +
          HALF_DEPTH *
            signedPower(Math.cos(up), 0.7) *
            signedPower(Math.cos(around), 0.7) *
            backFlattening,
        y + HALF_WIDTH * signedPower(Math.cos(up), 0.6) * signedPower(Math.sin(around), 0.6),
        z + halfHeight * signedPower(Math.sin(up), 0.7),
      ]);
    }
  }
  return points;
}

function signedPower(value: number, power: number): number {
  return Math.sign(value) * Math.abs(value) ** power;
}
