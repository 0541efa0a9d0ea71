import type { Picture } from "../drawing/picture.ts";
import { mirror } from "../geometry/vector.ts";
import { drawBodySide } from "./body-side.ts";
import { drawDoors } from "./doors.ts";
import { drawFrontFace } from "./front-face.ts";
import { drawMirrors } from "./mirrors.ts";
import { drawRearFace } from "./rear-face.ts";
import { drawBumperSeams, drawCabGapAndStep, drawDoorRail, drawFuelDoor } from "./shut-lines.ts";
import { drawArchesAndWheels } from "./wheel-arches.ts";

/** Everything laid over the painted skin below the glass. */
export function drawExterior(picture: Picture): void {
  const { sheet, sees } = picture;
  const plastic = sheet.linearGradient("dk", [
    [0, "#2b3035"],
    [0.4, "#17191c"],
    [1, "#0a0b0d"],
  ]);
  if (sees.flank) drawFlank(picture, plastic);
  sheet.clip("lb", bodySilhouette(picture));
  sheet.clipped("lb", () => {
    if (!sees.rear) drawFrontFace(picture);
    if (!sees.front) drawRearFace(picture);
  });
  if (sees.flank) drawArchesAndWheels(picture, plastic);
  drawMirrors(picture);
}

function drawFlank(picture: Picture, plastic: string): void {
  const { shape } = picture;
  drawBodySide(picture, plastic);
  drawDoors(picture);
  if (shape.slidingDoor) drawDoorRail(picture);
  drawFuelDoor(picture);
  if (shape.bedFrontX !== undefined) drawCabGapAndStep(picture, shape.bedFrontX, plastic);
  drawBumperSeams(picture);
}

/** Lamps and bumpers wrap around corners: what would hang over the edge is cut off. */
function bodySilhouette({ pen, surface }: Picture): string {
  const rings = [0, 0.15, 0.3, 0.5, 0.65, 0.8, 0.92, 1].flatMap(surface.bodyRing);
  return pen.silhouette(rings.flatMap((point) => [point, mirror(point)]));
}
