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
import { HEADLAMPS, type HeadlampOutline } from "./front-designs.ts";

export function drawHeadlamps(picture: Picture): void {
  const { sheet, pen, surface, shape, choices, unit } = picture;
  const lens = sheet.linearGradient("hl", [
    [0, "#8fa1ae"],
    [0.3, "#4a5761"],
    [0.6, "#1d242a"],
    [1, "#3d4850"],
  ]);
  const design = HEADLAMPS[shape.front][choices.headlamp];
  const outline = fitToWidth(picture, design);
  for (const side of visibleSides(picture)) {
    const patch = towardsSide(surface.nose, side);
    sheet.fill(pen.shapeOn(patch, outline, 9 * unit, 8), "#0a0d10", {
      stroke: "#000",
      "stroke-opacity": ".5",
      "stroke-width": coordinate(2 * unit),
    });
    sheet.fill(pen.shapeOn(patch, insetOutline(outline, 0.07), 8 * unit, 8), lens);
    drawProjectors(picture, patch, outline, side);
    drawDaytimeLight(picture, patch, outline);
    const sheen = pen.shapeOn(patch, upperHalf(outline), 6 * unit, 6);
    sheet.fill(sheen, "#fff", { opacity: ".12" });
  }
}

/** Two round lenses in each lamp, where they face the camera. */
function drawProjectors(
  picture: Picture,
  patch: Patch,
  outline: HeadlampOutline,
  side: 1 | -1,
): void {
  const { sheet, project, shape, scale } = picture;
  const radius = 0.042 * scale * widthScale(picture);
  for (const share of shape.front === "truck" ? [0.3, 0.7] : [0.34, 0.66]) {
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

/** A bright line with a glow, along one of three edges of the lamp. */
function drawDaytimeLight(picture: Picture, patch: Patch, outline: HeadlampOutline): void {
  const { sheet, pen, choices, unit } = picture;
  const inner = insetOutline(outline, 0.1);
  const signature = choices.lightSignature;
  const corners = signature < 0.4 ? [0, 1, 2] : signature < 0.7 ? [5, 4, 3] : [2, 3, 4, 5];
  const line = pen.lineOn(
    patch,
    corners.map((corner) => inner[corner]!),
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
