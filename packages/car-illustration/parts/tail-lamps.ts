import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import type { Patch, Vec2 } from "../geometry/vector.ts";
import {
  fitToWidth,
  halfWayBetween,
  insetOutline,
  findMiddle,
  towardsSide,
  visibleSides,
} from "./end-face.ts";
import type { RearFamily } from "../bodies/body-shape.ts";

/** Outlines on the tail: metres around it from the middle, and height v. Left half only. */
type TailLampOutline = readonly [Vec2, Vec2, ...Vec2[]];

/** One for each value of Choices.tailLamp. */
// oxfmt-ignore
const TAIL_LAMPS: Record<
  RearFamily,
  readonly [TailLampOutline, TailLampOutline, TailLampOutline]
> = {
  truck: [
    [[0.72, 0.93], [0.97, 0.93], [1.02, 0.55], [0.74, 0.55]],
    [[0.74, 0.95], [1.0, 0.95], [1.0, 0.5], [0.78, 0.5]],
    [[0.7, 0.93], [1.0, 0.93], [1.0, 0.66], [0.72, 0.66]],
  ],
  gate: [
    [[0.5, 0.8], [0.85, 0.9], [1.2, 0.92], [1.12, 0.74], [0.86, 0.66], [0.54, 0.7]],
    [[0.62, 0.93], [0.9, 0.98], [1.18, 0.98], [1.02, 0.6], [0.84, 0.52], [0.78, 0.7]],
    [[0.45, 0.83], [0.85, 0.86], [1.26, 0.9], [1.2, 0.78], [0.85, 0.74], [0.45, 0.74]],
  ],
  deck: [
    [[0.46, 0.86], [0.85, 0.9], [1.16, 0.94], [1.1, 0.76], [0.84, 0.68], [0.5, 0.72]],
    [[0.5, 0.88], [0.86, 0.92], [1.22, 0.94], [1.05, 0.78], [0.84, 0.74], [0.52, 0.76]],
    [[0.4, 0.86], [0.86, 0.9], [1.1, 0.92], [1.02, 0.66], [0.86, 0.64], [0.72, 0.76]],
  ],
};

/** The lamps, and on some cars a light bar between them. */
export function drawTailLamps(picture: Picture): void {
  const { sheet, surface, shape, choices, sees, isLuxury } = picture;
  const lens = sheet.linearGradient("tl", [
    [0, "#ff4b4b"],
    [0.35, "#c20f17"],
    [0.7, "#7d060c"],
    [1, "#b31219"],
  ]);
  const outline = fitToWidth(picture, TAIL_LAMPS[shape.rear][choices.tailLamp]);
  const hasBar = (choices.lightSignature > 0.55 || isLuxury) && shape.rear !== "truck";
  if (hasBar && !sees.profile) drawLightBar(picture, findMiddle(outline)[1] + 0.01);
  for (const side of visibleSides(picture)) {
    drawTailLamp(picture, towardsSide(surface.tail, side), outline, lens);
  }
}

function drawLightBar({ sheet, pen, surface, unit }: Picture, v: number): void {
  const bar: Vec2[] = [
    [-0.6, v + 0.035],
    [0.6, v + 0.035],
    [0.6, v - 0.02],
    [-0.6, v - 0.02],
  ];
  sheet.fill(pen.shapeOn(surface.tail, bar, 3, 12), "#4d060a");
  const light = v + 0.008;
  const line = pen.lineOn(surface.tail, [
    [-0.6, light],
    [0, light],
    [0.6, light],
  ]);
  sheet.stroke(line, "#ff5a52", 3 * unit);
}

/** Housing, lens, light ring, bright core and a sheen on its upper half. */
function drawTailLamp(
  picture: Picture,
  patch: Patch,
  outline: TailLampOutline,
  lens: string,
): void {
  const { sheet, pen, unit } = picture;
  const shape = (corners: readonly Vec2[], radius: number, steps: number): string =>
    pen.shapeOn(patch, corners, radius * unit, steps);
  sheet.fill(shape(outline, 9, 8), "#2a0507", {
    stroke: "#000",
    "stroke-opacity": ".45",
    "stroke-width": coordinate(2 * unit),
  });
  sheet.fill(shape(insetOutline(outline, 0.07), 8, 8), lens);
  sheet.stroke(shape(insetOutline(outline, 0.28), 8, 6), "#ff8a80", 4 * unit, { opacity: ".95" });
  sheet.fill(shape(insetOutline(outline, 0.72), 4, 4), "#ffe3de", { opacity: ".55" });

  const middle = findMiddle(outline);
  const [inner, outer] = outline;
  const upper = [inner, outer, halfWayBetween(outer, middle), halfWayBetween(inner, middle)];
  sheet.fill(shape(upper, 4, 6), "#fff", { opacity: ".16" });
}
