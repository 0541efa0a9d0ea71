import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { lerp } from "../geometry/interpolate.ts";
import { fillAcross } from "./end-face.ts";
import { GRILLES, type Outline } from "./front-designs.ts";

interface GrillePaints {
  mesh: string;
  chrome: string;
}

/** Lower intake, then the grille with its surround, bars or mesh, and badge. */
export function drawGrille(picture: Picture, paints: GrillePaints): void {
  const { surface, shape, choices, isSport } = picture;
  const { upper, lower } = GRILLES[shape.front][choices.grille];
  fillAcross(picture, surface.nose, lower, paints.mesh, 10);
  fillAcross(picture, surface.nose, upper, paints.mesh, 12, surroundStroke(picture, paints));
  drawBars(picture, upper);
  if (isSport) drawSportMesh(picture, upper);
  drawBadge(picture, upper, paints.chrome);
}

function surroundStroke({ isLuxury, isSport, unit }: Picture, { chrome }: GrillePaints) {
  const [stroke, width] = isLuxury ? [chrome, 5] : isSport ? ["#0b0d0f", 4] : ["#2b3036", 3];
  return { stroke, "stroke-width": coordinate(width * unit) };
}

/** Horizontal bars: four strong ones on trucks, fine ones on others, none on sport cars. */
function drawBars(picture: Picture, upper: Outline): void {
  const { sheet, pen, surface, shape, unit, isLuxury, isSport } = picture;
  const isTruck = shape.front === "truck";
  const count = isTruck ? 4 : isSport ? 0 : 5;
  const { top, bottom } = measureHeights(upper);
  for (let bar = 1; bar <= count; bar++) {
    const v = lerp(top, bottom, bar / (count + 1));
    const reach = halfWidthAt(upper, v) - 0.03;
    const line = (height: number): string =>
      pen.lineOn(
        surface.nose,
        [
          [-reach, height],
          [0, height],
          [reach, height],
        ],
        8,
      );
    const colour = isLuxury ? "#aeb6bd" : "#3b4147";
    sheet.stroke(line(v), colour, (isTruck ? 7 : 2.6) * unit, { opacity: ".9" });
    if (isTruck) sheet.stroke(line(v + 0.006), "#fff", 1.2 * unit, { opacity: ".35" });
  }
}

function drawSportMesh({ sheet, pen, surface, unit }: Picture, upper: Outline): void {
  const { top, bottom } = measureHeights(upper);
  const reach = halfWidthAt(upper, (top + bottom) / 2) - 0.02;
  for (let across = -0.6; across <= 0.6; across += 0.05) {
    if (Math.abs(across) >= reach) continue;
    const wire = pen.lineOn(
      surface.nose,
      [
        [across, top - 0.015],
        [across, bottom + 0.015],
      ],
      4,
    );
    sheet.stroke(wire, "#33383d", 1.4 * unit, { opacity: ".8" });
  }
}

/** An empty ring: no maker's badge is shown. It narrows as the nose turns away. */
function drawBadge(picture: Picture, upper: Outline, chrome: string): void {
  const { sheet, surface, shape, project, angle, scale, unit } = picture;
  const isTruck = shape.front === "truck";
  const { top, bottom } = measureHeights(upper);
  const [x, , z] = surface.nose(0, lerp(top, bottom, isTruck ? 0.5 : 0.42));
  const centre = project([x + 0.02, 0, z]);
  const foreshortening = 0.55 + 0.45 * Math.cos((angle.yawDeg * Math.PI) / 180);
  const halfWidth = (isTruck ? 0.1 : 0.062) * scale * foreshortening;
  const halfHeight = 0.05 * scale;
  sheet.ellipse(centre, [halfWidth, halfHeight], {
    fill: chrome,
    stroke: "#20252a",
    "stroke-width": coordinate(1.2 * unit),
  });
  sheet.ellipse(centre, [halfWidth * 0.62, halfHeight * 0.62], { fill: "#20262c" });
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
