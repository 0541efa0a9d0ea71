import { drawBackdrop } from "./backdrops/backdrop.ts";
import { createPicture, type Picture } from "./drawing/picture.ts";
import type { CarIllustration } from "./illustration/options.ts";
import { drawBonnet, drawTruckBed } from "./parts/bonnet-and-bed.ts";
import { defineBlurs, drawGroundShadow, drawParkingBay, drawUnderbody } from "./parts/ground.ts";
import { drawAntenna, drawRoofRails } from "./parts/roof-fittings.ts";
import { defineSkinSoftening, drawBodySkin, drawGlasshouseSkin } from "./parts/skin.ts";
import { drawFarWheels } from "./parts/wheel.ts";
import { mirror } from "./geometry/vector.ts";
import { drawBodySide } from "./parts/body-side.ts";
import { drawDoors } from "./parts/doors.ts";
import { drawFrontFace } from "./parts/front-face.ts";
import { drawMirrors } from "./parts/mirrors.ts";
import { drawRearFace } from "./parts/rear-face.ts";
import {
  drawBumperSeams,
  drawCabGapAndStep,
  drawDoorRail,
  drawFuelDoor,
} from "./parts/shut-lines.ts";
import { drawArchesAndWheels } from "./parts/wheel-arches.ts";
import { createGlassKit } from "./parts/glass-kit.ts";
import { drawRearGlass, drawWindscreen } from "./parts/screens.ts";
import { drawSideGlass } from "./parts/side-glass.ts";

/**
 * Draws a car as one SVG document, 130 to 190 KB. The same options give the same bytes.
 *
 * A body's curves loft a skin in metres, which a real camera projects; so every view of a car
 * agrees with the others. The painter's order below is from the back of the scene to the front.
 */
export function carSvg(options: CarIllustration): string {
  const picture = createPicture(options);
  const { shape, sees, body } = picture;
  defineSkinSoftening(picture);
  defineBlurs(picture);

  drawBackdrop(picture);
  drawParkingBay(picture);
  drawGroundShadow(picture);
  drawFarWheels(picture);
  drawUnderbody(picture);

  drawBodySkin(picture);
  if (shape.bedFrontX !== undefined) drawTruckBed(picture, shape.bedFrontX);
  if (sees.front) drawBonnet(picture);
  drawGlasshouseSkin(picture);
  drawGlass(picture);
  if (shape.roofRails && sees.flank) drawRoofRails(picture);
  if (body !== "Truck" && sees.flank) drawAntenna(picture);
  drawExterior(picture);
  return svgDocument(picture, options);
}

function svgDocument(
  { sheet, isFlipped, body, colour }: Picture,
  options: CarIllustration,
): string {
  const { width = sheet.width, height = sheet.height, alt } = options;
  const marks = isFlipped
    ? `<g transform="matrix(-1 0 0 1 ${sheet.width} 0)">${sheet.marks()}</g>`
    : sheet.marks();
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.width} ${sheet.height}" ` +
    `width="${width}" height="${height}" role="img" ` +
    `aria-label="${escapeXml(alt || `${colour} ${body}`)}" ` +
    `preserveAspectRatio="xMidYMid slice"><defs>${sheet.definitions()}</defs>${marks}</svg>`
  );
}

const XML_ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => XML_ENTITIES[character] ?? character);
}

/** Everything laid over the painted skin below the glass. */
function drawExterior(picture: Picture): void {
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

function drawGlass(picture: Picture): void {
  const kit = createGlassKit(picture);
  if (picture.sees.flank) drawSideGlass(picture, kit);
  if (picture.sees.front) drawWindscreen(picture, kit);
  if (picture.sees.rear) drawRearGlass(picture, kit);
}
