import type { Picture } from "../drawing/picture.ts";
import { lerp } from "../geometry/interpolate.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { drawPlate, fillAcross, fitToWidth, towardsSide, visibleSides } from "./end-face.ts";
import { chooseGrille, CORNER_VENTS } from "./front-designs.ts";
import { drawGrille } from "./grille.ts";
import { drawHeadlamps } from "./headlamps.ts";

/** Bumper, grille, vents, plate and lamps on the nose; in profile only what wraps the corner. */
export function drawFrontFace(picture: Picture): void {
  const { sheet, surface, sees } = picture;
  const meshPaint = sheet.linearGradient("gr", [
    [0, "#050607"],
    [0.5, "#15181b"],
    [1, "#060708"],
  ]);
  const chrome = sheet.linearGradient("ch", [
    [0, "#f6f8fa"],
    [0.35, "#b7bfc6"],
    [0.55, "#6c747b"],
    [1, "#d9dee2"],
  ]);
  drawBumper(picture);
  if (!sees.profile) drawGrille(picture, { mesh: meshPaint, chrome });
  drawCornerVents(picture, meshPaint);
  if (!sees.profile) {
    drawPlate(picture, surface.nose, chooseGrille(picture).plate, {
      plateOffset: 0.015,
      letterOffset: 0.017,
      letterHeight: 6,
      letterLength: 7,
      letterGap: 3.4,
    });
  }
  drawHeadlamps(picture);
  if (!sees.profile) drawNoseLines(picture);
}

/** Black plastic: a skid plate on SUVs and trucks, a lip on cars. */
function drawBumper(picture: Picture): void {
  const { sheet, surface, shape } = picture;
  const { halfWidth, nose } = surface;
  if (shape.front === "car" || shape.front === "coupe") {
    const lip: Vec2[] = [
      [halfWidth * 0.9, 0],
      [halfWidth * 0.94, 0.06],
      [0, 0.07],
      [0, 0],
    ];
    fillAcross(picture, nose, lip, "#0c0e10", 4);
    return;
  }
  const isTruck = shape.front === "truck";
  const middleTop = isTruck ? 0.1 : 0.2;
  const skidPlate: Vec2[] = [
    [halfWidth * 0.98, 0],
    [halfWidth * 1.02, isTruck ? 0.1 : 0.17],
    [halfWidth * 0.6, middleTop],
    [0, middleTop],
    [0, 0],
  ];
  const plastic = sheet.linearGradient("fb", [
    [0, "#2a2f34"],
    [0.4, "#15181b"],
    [1, "#08090a"],
  ]);
  fillAcross(picture, nose, skidPlate, plastic, 8);
}

function drawCornerVents(picture: Picture, meshPaint: string): void {
  const { sheet, pen, surface, shape, unit } = picture;
  const vent = CORNER_VENTS[shape.front];
  for (const side of visibleSides(picture)) {
    const patch = towardsSide(surface.nose, side);
    sheet.fill(pen.shapeOn(patch, fitToWidth(picture, vent), 8 * unit, 8), meshPaint);
  }
  const [top, low] = [vent[0][1], vent[2][1]];
  const lamp = fitToWidth(picture, [
    [0.72, lerp(top, low, 0.35)],
    [0.88, lerp(top, low, 0.3)],
  ]);
  for (const side of [-1, 1] as const) {
    const line = pen.lineOn(towardsSide(surface.nose, side), lamp);
    sheet.stroke(line, "#f4f8fb", 3 * unit, { opacity: ".85" });
  }
}

/** The bonnet's shut line, the bumper's creases, and a bright strip below. */
function drawNoseLines({ sheet, pen, surface, shape, unit, isLuxury }: Picture): void {
  const { nose, halfWidth } = surface;
  const shut = pen.lineOn(
    nose,
    [
      [-halfWidth * 0.62, 0.95],
      [0, 0.925],
      [halfWidth * 0.62, 0.95],
    ],
    12,
  );
  sheet.stroke(shut, "#000", 2.2 * unit, { opacity: ".4" });
  const rightCrease: Vec2[] = [
    [-halfWidth * 0.95, 0.5],
    [-0.6, 0.47],
  ];
  const leftCrease: Vec2[] = [
    [0.6, 0.47],
    [halfWidth * 0.95, 0.5],
  ];
  for (const crease of [rightCrease, leftCrease]) {
    sheet.stroke(pen.lineOn(nose, crease, 8), "#fff", 2 * unit, { opacity: ".22" });
  }
  if (isLuxury || shape.cladding) {
    const strip = pen.lineOn(
      nose,
      [
        [-0.5, 0.1],
        [0, 0.085],
        [0.5, 0.1],
      ],
      8,
    );
    sheet.stroke(strip, "#b9c1c8", 5 * unit);
  }
}
