import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { lerp } from "../geometry/interpolate.ts";
import { normalize, type Vec2 } from "../geometry/vector.ts";
import { fillAcross, towardsSide } from "./end-face.ts";
import { chooseGrille, type Outline } from "./front-designs.ts";

interface GrillePaints {
  mesh: string;
  chrome: string;
}

/** Lower intake, then the grille with its surround, bars or mesh, and badge. */
export function drawGrille(picture: Picture, paints: GrillePaints): void {
  const { surface, isSport, look } = picture;
  const { upper, lower } = chooseGrille(picture);
  fillAcross(picture, surface.nose, lower, paints.mesh, 10);
  if (look?.grille === "closed") drawClosedFront(picture, upper);
  else drawOpening(picture, upper, paints);
  if (look) {
    if (look.grille !== "closed") drawMakeFill(picture, upper, paints);
  } else {
    drawBars(picture, upper);
    if (isSport) drawMesh(picture, upper);
  }
  if (look?.badge !== "none") drawBadge(picture, upper, paints.chrome);
}

/** One opening, or two beside each other. */
function drawOpening(picture: Picture, upper: Outline, paints: GrillePaints): void {
  const { sheet, pen, surface, look, unit } = picture;
  const stroke = surroundStroke(picture, paints);
  if (look?.grille !== "twin") {
    fillAcross(picture, surface.nose, upper, paints.mesh, 12, stroke);
    return;
  }
  for (const side of [-1, 1] as const) {
    const path = pen.shapeOn(towardsSide(surface.nose, side), upper, 22 * unit, 8);
    sheet.fill(path, paints.mesh, stroke);
  }
}

function surroundStroke({ isLuxury, isSport, unit, look }: Picture, { chrome }: GrillePaints) {
  if (look) {
    const isBright = look.isBright && !isSport;
    return {
      stroke: isBright ? chrome : look.isBright ? "#59616a" : "#14171a",
      "stroke-width": coordinate((look.isBright ? 5.5 : 3.5) * unit),
    };
  }
  const [stroke, width] = isLuxury ? [chrome, 5] : isSport ? ["#0b0d0f", 4] : ["#2b3036", 3];
  return { stroke, "stroke-width": coordinate(width * unit) };
}

/** Where other cars breathe: a seam in the paint. */
function drawClosedFront(picture: Picture, upper: Outline): void {
  const { sheet, pen, surface, unit } = picture;
  const { top } = measureHeights(upper);
  const reach = halfWidthAt(upper, top);
  const seam = pen.lineOn(surface.nose, across(reach, top), 8);
  sheet.stroke(seam, "#000", 3 * unit, { opacity: ".35" });
}

/** What a make fills its opening with. */
function drawMakeFill(picture: Picture, upper: Outline, paints: GrillePaints): void {
  const { look } = picture;
  if (look?.fill === "slats") drawSlats(picture, upper);
  else if (look?.fill === "mesh") drawMesh(picture, upper);
  else drawBars(picture, upper);
  if (look?.fill === "wing") drawBand(picture, upper, paints.chrome, 0.16);
  if (look?.fill === "split") drawBand(picture, upper, bodyColour(picture), 0.3);
  if (look?.fill === "vee") drawVee(picture, upper, paints.chrome);
}

function bodyColour({ paint, surface }: Picture): string {
  return paint.at(normalize([0.9, 0, 0.25]), surface.nose(0, 0.6));
}

/** A strong bar across the middle, as high as a share of the opening. */
function drawBand(picture: Picture, upper: Outline, paint: string, share: number): void {
  const { surface } = picture;
  const { top, bottom } = measureHeights(upper);
  const middle = lerp(bottom, top, 0.54);
  const half = ((top - bottom) * share) / 2;
  const reach = halfWidthAt(upper, middle);
  const band: Vec2[] = [
    [0, middle + half],
    [reach, middle + half],
    [reach - 0.02, middle - half],
    [0, middle - half],
  ];
  fillAcross(picture, surface.nose, band, paint, 3);
}

/** A thick line down the sides of the opening and under it. */
function drawVee({ sheet, pen, surface, unit }: Picture, upper: Outline, paint: string): void {
  const edge = upper.slice(1);
  const half = edge.map(([distance, v]): Vec2 => [-distance, v]);
  const line = pen.lineOn(surface.nose, [...half, ...edge.toReversed().slice(1)], 6);
  sheet.stroke(line, paint, 9 * unit);
}

/** Upright bars with dark slots between them. */
function drawSlats(picture: Picture, upper: Outline): void {
  const { look, isSport } = picture;
  const colour = look?.isBright ? (isSport ? "#7b838b" : "#c5ccd2") : bodyColour(picture);
  const width = look?.isBright ? 3.2 : 7;
  const step = look?.isBright ? 0.045 : 0.09;
  for (let distance = step / 2; distance < 0.7; distance += step) {
    for (const side of [-1, 1] as const) {
      drawUpright(picture, upper, distance * side, { colour, width, opacity: "1" });
    }
  }
}

/** A line down the opening at a distance from its middle, where the opening is that wide. */
function drawUpright(
  { sheet, pen, surface, unit }: Picture,
  upper: Outline,
  distance: number,
  { colour, width, opacity }: { colour: string; width: number; opacity: string },
): void {
  const { top, bottom } = measureHeights(upper);
  const open = heightsOpenAt(upper, Math.abs(distance), [bottom + 0.012, top - 0.012]);
  if (!open) return;
  const line = pen.lineOn(
    surface.nose,
    [
      [distance, open[1]],
      [distance, open[0]],
    ],
    4,
  );
  sheet.stroke(line, colour, width * unit, { opacity, "stroke-linecap": "butt" });
}

/** The stretch of heights at which the opening reaches a distance. */
function heightsOpenAt(upper: Outline, distance: number, [low, high]: Vec2): Vec2 | null {
  const isTwinGap = upper[0]![0] > 0.02 && distance < Math.max(upper[0]![0], upper.at(-1)![0]);
  if (isTwinGap) return null;
  const open = Array.from({ length: 21 }, (_, index) => lerp(low, high, index / 20)).filter(
    (v) => halfWidthAt(upper, v) > distance + 0.008,
  );
  return open.length > 1 ? [open[0]!, open.at(-1)!] : null;
}

/** Horizontal bars: four strong ones on trucks, fine ones on others, none on sport cars. */
function drawBars(picture: Picture, upper: Outline): void {
  const { sheet, pen, surface, shape, unit, isLuxury, isSport, look } = picture;
  const isTruck = shape.front === "truck";
  const count = isTruck ? 4 : isSport && !look ? 0 : 5;
  const { top, bottom } = measureHeights(upper);
  for (let bar = 1; bar <= count; bar++) {
    const v = lerp(top, bottom, bar / (count + 1));
    const reach = halfWidthAt(upper, v) - 0.03;
    const line = (height: number): string => pen.lineOn(surface.nose, across(reach, height), 8);
    const isBright = look ? look.isBright && !isSport : isLuxury;
    const colour = isBright ? "#aeb6bd" : "#3b4147";
    sheet.stroke(line(v), colour, (isTruck ? 7 : 2.6) * unit, { opacity: ".9" });
    if (isTruck) sheet.stroke(line(v + 0.006), "#fff", 1.2 * unit, { opacity: ".35" });
  }
}

function across(reach: number, v: number): Vec2[] {
  return [
    [-reach, v],
    [0, v],
    [reach, v],
  ];
}

function drawMesh(picture: Picture, upper: Outline): void {
  const { sheet, pen, surface, unit, look, isSport } = picture;
  if (look) {
    const colour = look.isBright && !isSport ? "#8d969e" : "#3f464d";
    for (let distance = 0; distance < 0.7; distance += 0.035) {
      for (const side of distance === 0 ? [1] : [-1, 1]) {
        drawUpright(picture, upper, distance * side, { colour, width: 1.5, opacity: ".85" });
      }
    }
    return;
  }
  const { top, bottom } = measureHeights(upper);
  const reach = halfWidthAt(upper, (top + bottom) / 2) - 0.02;
  for (let distance = -0.6; distance <= 0.6; distance += 0.05) {
    if (Math.abs(distance) >= reach) continue;
    const wire = pen.lineOn(
      surface.nose,
      [
        [distance, top - 0.015],
        [distance, bottom + 0.015],
      ],
      4,
    );
    sheet.stroke(wire, "#33383d", 1.4 * unit, { opacity: ".8" });
  }
}

/** An empty ring or oval: no maker's badge is shown. It narrows as the nose turns away. */
function drawBadge(picture: Picture, upper: Outline, chrome: string): void {
  const { sheet, surface, shape, project, angle, scale, unit, look } = picture;
  const isTruck = shape.front === "truck";
  const { top, bottom } = measureHeights(upper);
  const [x, , z] = surface.nose(0, badgeHeight(picture, top, bottom));
  const centre = project([x + 0.02, 0, z]);
  const foreshortening = 0.55 + 0.45 * Math.cos((angle.yawDeg * Math.PI) / 180);
  const widthM = look ? (look.badge === "oval" ? 0.085 : 0.052) : 0.062;
  const halfWidth = (isTruck && !look ? 0.1 : widthM) * scale * foreshortening;
  const halfHeight = (look?.badge === "oval" ? 0.042 : 0.05) * scale;
  sheet.ellipse(centre, [halfWidth, halfHeight], {
    fill: chrome,
    stroke: "#20252a",
    "stroke-width": coordinate(1.2 * unit),
  });
  sheet.ellipse(centre, [halfWidth * 0.62, halfHeight * 0.62], { fill: "#20262c" });
}

/** In the opening; above it where there is none to speak of. */
function badgeHeight({ shape, look }: Picture, top: number, bottom: number): number {
  const isAbove = look?.grille === "closed" || look?.grille === "twin" || look?.height === "slim";
  if (isAbove) return top + 0.055;
  if (look?.fill === "wing") return lerp(bottom, top, 0.54);
  return lerp(top, bottom, shape.front === "truck" ? 0.5 : 0.42);
}

function measureHeights(outline: Outline): { top: number; bottom: number } {
  const heights = outline.map(([, v]) => v);
  return { top: Math.max(...heights), bottom: Math.min(...heights) };
}

/** How wide the grille is at a height, along its outer edge. */
function halfWidthAt(outline: Outline, v: number): number {
  for (const [index, end] of outline.entries()) {
    const start = outline[index - 1];
    if (!start || start[1] === end[1]) continue;
    const isBetween = (v - start[1]) * (v - end[1]) <= 0;
    if (isBetween && start[0] > 0.05 && end[0] > 0.05) {
      return lerp(start[0], end[0], (v - start[1]) / (end[1] - start[1]));
    }
  }
  return outline[1]![0];
}
