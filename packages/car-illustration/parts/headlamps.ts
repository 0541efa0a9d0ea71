import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { clamp, lerp } from "../geometry/interpolate.ts";
import {
  cross,
  dot,
  normalize,
  subtract,
  type Patch,
  type Vec2,
  type Vec3,
} from "../geometry/vector.ts";
import {
  fitToWidth,
  halfWayBetween,
  insetOutline,
  towardsSide,
  visibleSides,
  widthScale,
} from "./end-face.ts";
import type { MakeLook } from "../illustration/make-looks.ts";
import { chooseHeadlamp, type HeadlampOutline } from "./front-designs.ts";

export function drawHeadlamps(picture: Picture): void {
  const { sheet, pen, surface, unit, look } = picture;
  const lens = sheet.linearGradient("hl", [
    [0, "#8fa1ae"],
    [0.3, "#4a5761"],
    [0.6, "#1d242a"],
    [1, "#3d4850"],
  ]);
  const outline = fitToWidth(picture, chooseHeadlamp(picture));
  const radius = look?.lamp === "round" ? 60 : 9;
  for (const side of visibleSides(picture)) {
    const patch = towardsSide(surface.nose, side);
    sheet.fill(pen.shapeOn(patch, outline, radius * unit, 8), "#0a0d10", {
      stroke: "#000",
      "stroke-opacity": ".5",
      "stroke-width": coordinate(2 * unit),
    });
    sheet.fill(pen.shapeOn(patch, insetOutline(outline, 0.07), (radius - 1) * unit, 8), lens);
    if (look?.lamp === "split") drawLowerLamp(picture, patch, outline, lens);
    else drawProjectors(picture, patch, outline, side);
    drawDaytimeLight(picture, patch, outline);
    const sheen = pen.shapeOn(patch, upperHalf(outline), 6 * unit, 6);
    sheet.fill(sheen, "#fff", { opacity: ".12" });
  }
}

/** Where the light line stands alone above, the beams are a box of their own below it. */
function drawLowerLamp(
  { sheet, pen, unit }: Picture,
  patch: Patch,
  outline: HeadlampOutline,
  lens: string,
): void {
  const [innerX, outerX] = [lerp(outline[0][0], outline[2][0], 0.2), outline[2][0] * 0.9];
  const top = Math.min(outline[5][1], outline[4][1]) - 0.05;
  const box: Vec2[] = [
    [innerX, top],
    [outerX, top + 0.03],
    [outerX - 0.03, top - 0.1],
    [innerX + 0.02, top - 0.11],
  ];
  sheet.fill(pen.shapeOn(patch, box, 9 * unit, 6), "#0a0d10");
  sheet.fill(pen.shapeOn(patch, insetOutline(box, 0.12), 7 * unit, 6), lens);
  const beam = pen.lineOn(
    patch,
    [
      [lerp(innerX, outerX, 0.25), top - 0.04],
      [lerp(innerX, outerX, 0.75), top - 0.03],
    ],
    4,
  );
  sheet.stroke(beam, "#cfe2f0", 9 * unit, { opacity: ".9" });
}

/** Two round lenses in each lamp, where they face the camera. */
function drawProjectors(
  picture: Picture,
  patch: Patch,
  outline: HeadlampOutline,
  side: 1 | -1,
): void {
  const { sheet, project, scale, look } = picture;
  const radius = (look?.lamp === "round" ? 0.075 : 0.042) * scale * widthScale(picture);
  for (const share of projectorShares(picture)) {
    const [distance, v] = projectorPlace(outline, share);
    const point = patch(distance, v);
    const facing = Math.abs(lensFacing(picture, patch, [distance, v], side));
    if (facing <= 0.3 || !seesProjector(picture, point, side)) continue;
    const [x, y] = project(point);
    const narrowing = clamp(facing + 0.1);
    sheet.ellipse([x, y], [radius * narrowing, radius * 0.95], { fill: "#0b0f13" });
    sheet.ellipse([x, y], [radius * 0.74 * narrowing, radius * 0.7], { fill: "#cfe2f0" });
    const glint: Vec2 = [x - radius * 0.15, y - radius * 0.2];
    sheet.ellipse(glint, [radius * 0.4 * narrowing, radius * 0.36], { fill: "#fff" });
  }
}

function projectorShares({ shape, look }: Picture): readonly number[] {
  if (look?.lamp === "round") return [0.64];
  return shape.front === "truck" ? [0.3, 0.7] : [0.34, 0.66];
}

function projectorPlace(outline: HeadlampOutline, share: number): Vec2 {
  const along = share * 0.78;
  const upper = lerp(outline[0][1], outline[2][1], along);
  const lower = lerp(outline[5][1], outline[3][1], along);
  return [lerp(outline[0][0], outline[2][0], along), lerp(upper, lower, 0.5)];
}

/** Cosine of the angle between the lamp's surface and the way to the camera. */
function lensFacing({ camera }: Picture, patch: Patch, [distance, v]: Vec2, side: 1 | -1): number {
  const point = patch(distance, v);
  const outward = subtract(patch(distance + 0.03, v), point);
  const upward = subtract(patch(distance, v + 0.02), point);
  const [x, y, z] = normalize(cross(outward, upward));
  const normal: Vec3 = [x * side, y * side, z * side];
  return dot(normal, normalize(subtract(camera.position, point)));
}

/** The nose hides the far lamp's outer lens, unless seen almost from the front. */
function seesProjector({ surface, angle }: Picture, point: Vec3, side: 1 | -1): boolean {
  return side > 0 || point[0] > surface.frontX - 0.5 || angle.yawDeg < 20;
}

const LIGHT_LINES: Record<MakeLook["light"], readonly (0 | 1 | 2 | 3 | 4 | 5)[]> = {
  brow: [0, 1, 2],
  sill: [5, 4, 3],
  hook: [2, 3, 4, 5],
  ell: [1, 0, 5, 4],
  ring: [0, 1, 2, 3, 4, 5, 0],
  bar: [0, 1, 2],
};

/** A bright line with a glow, along edges of the lamp; a bar runs on to the middle of the nose. */
function drawDaytimeLight(picture: Picture, patch: Patch, outline: HeadlampOutline): void {
  const { sheet, pen, choices, look, unit } = picture;
  const inner = insetOutline(outline, 0.1);
  const signature = choices.lightSignature;
  const drawn = signature < 0.4 ? "brow" : signature < 0.7 ? "sill" : "hook";
  const corners = LIGHT_LINES[look?.light ?? drawn];
  if (look?.light === "bar") {
    const across = pen.lineOn(patch, [[0, inner[0][1]], inner[0]], 6);
    sheet.stroke(across, "#eaf5ff", 3 * unit, { opacity: ".9" });
  }
  const line = pen.lineOn(
    patch,
    corners.map((corner) => inner[corner]),
    8,
  );
  sheet.stroke(line, "#dff1ff", 9 * unit, { opacity: ".35", filter: sheet.reference("bs") });
  sheet.stroke(line, "#ffffff", 3.6 * unit);
}

function upperHalf(outline: HeadlampOutline): Vec2[] {
  return [
    outline[0],
    outline[1],
    halfWayBetween(outline[1], outline[4]),
    halfWayBetween(outline[0], outline[5]),
  ];
}
