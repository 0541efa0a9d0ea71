import { BODY_DRAWINGS } from "./bodies/bodies.ts";
import type { Picture } from "./drawing/picture.ts";
import { round, Sheet } from "./drawing/sheet.ts";
import { SHEET, standOnSheet } from "./drawing/stance.ts";
import { chooseCarStyle } from "./illustration/car-style.ts";
import { type CarIllustration, nameCodes } from "./illustration/options.ts";
import { hash } from "./illustration/seeded-random.ts";
import { createPaint } from "./light/paint.ts";
import { drawFittings, drawUnderbody } from "./parts/fittings.ts";
import { drawLamps } from "./parts/lamps.ts";
import { drawPaintwork } from "./parts/paintwork.ts";
import { drawFloorShadow, drawStudio } from "./parts/studio.ts";
import { drawWheels } from "./parts/wheels.ts";
import { drawWindows } from "./parts/windows.ts";

/**
 * Draws the side view of a car as one SVG document of about 22 KB. Equal requests give equal bytes.
 */
export function carSvg(request: CarIllustration): string {
  const picture = createPicture(request);
  const { sheet, stance } = picture;
  if (!request.cutOut) drawStudio(sheet, stance);
  drawFloorShadow(picture);
  // The body is measured in centimetres from the ground up.
  const { left, groundY, scaleX, scaleY } = stance;
  const onBody = {
    transform: `translate(${round(left)} ${groundY}) scale(${scaleX.toFixed(4)} ${(-scaleY).toFixed(4)})`,
  };
  sheet.group(onBody, () => {
    drawUnderbody(picture);
    drawPaintwork(picture);
    drawWindows(picture);
    drawLamps(picture);
    drawFittings(picture);
  });
  drawWheels(picture);
  return svgDocument(sheet, request);
}

function createPicture(request: CarIllustration): Picture {
  const { body, colour, trim = "Base", seed = 1, cutOut = false, flip = false } = request;
  const { make, model } = nameCodes(request);
  const drawn = BODY_DRAWINGS[body];
  const style = chooseCarStyle({ make, model, body, trim, seed: String(seed) });
  const identity = [body, colour, trim, seed, cutOut, flip, make, model];
  return {
    // Pictures of different cars in one page must not share gradients.
    sheet: new Sheet(`c${hash(JSON.stringify(identity)).toString(36)}`),
    body: drawn,
    style,
    paint: createPaint(colour),
    stance: standOnSheet(drawn, style),
  };
}

function svgDocument(sheet: Sheet, request: CarIllustration): string {
  const { width = SHEET.width, height = SHEET.height, alt, flip, colour, body } = request;
  const marks = flip
    ? `<g transform="matrix(-1 0 0 1 ${SHEET.width} 0)">${sheet.marks()}</g>`
    : sheet.marks();
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET.width} ${SHEET.height}" ` +
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
