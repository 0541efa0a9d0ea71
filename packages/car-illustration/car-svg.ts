import { drawBackdrop } from "./backdrops/backdrop.ts";
import { createPicture, type Picture } from "./drawing/picture.ts";
import type { CarIllustration } from "./options.ts";
import { drawBonnet } from "./parts/bonnet.ts";
import { drawExterior } from "./parts/exterior.ts";
import { drawGlass } from "./parts/glass.ts";
import { defineBlurs, drawGroundShadow, drawParkingBay, drawUnderbody } from "./parts/ground.ts";
import { drawAntenna, drawRoofRails } from "./parts/roof-fittings.ts";
import { defineSkinSoftening, drawBodySkin, drawGlasshouseSkin } from "./parts/skin.ts";
import { drawTruckBed } from "./parts/truck-bed.ts";
import { drawFarWheels } from "./parts/wheel.ts";

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
