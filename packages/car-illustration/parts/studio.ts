import { round, type Sheet } from "../drawing/sheet.ts";
import type { Picture } from "../drawing/picture.ts";
import type { Stance } from "../drawing/stance.ts";

/** The studio, the same for all pictures: a seamless paper background, lit from above. */
export function drawStudio(sheet: Sheet, { groundY }: Stance): void {
  const sweep = sheet.linear(
    "sweep",
    [0, 0, 0, 1000],
    [
      [0, "#ccd2d9"],
      [0.3, "#d9dee3"],
      [groundY / 1000 - 0.1, "#dde1e6"],
      [groundY / 1000 + 0.02, "#cdd3da"],
      [1, "#e6e9ed"],
    ],
  );
  sheet.path("M0 0H1600V1000H0Z", { fill: sweep });
  const lamp = sheet.radial("lamp", [
    [0, "#ffffff", 0.6],
    [0.5, "#ffffff", 0.26],
    [1, "#ffffff", 0],
  ]);
  sheet.ellipse([800, groundY - 250], [900, 430], { fill: lamp });
}

/** Wide and faint, then dark under the tyres, so that the car seems to have weight. */
export function drawFloorShadow({ sheet, body, stance }: Picture): void {
  const { left, width, groundY, axlesX, scaleY } = stance;
  const wide = sheet.radial("wide", [
    [0, "#0b0f16", 0.5],
    [0.6, "#0b0f16", 0.3],
    [0.85, "#0b0f16", 0.08],
    [1, "#0b0f16", 0],
  ]);
  sheet.ellipse([left + width / 2, groundY + 4], [width * 0.535, 44], { fill: wide });
  const core = sheet.radial("core", [
    [0, "#05070a", 0.75],
    [0.7, "#05070a", 0.55],
    [1, "#05070a", 0],
  ]);
  sheet.ellipse([left + width / 2, groundY - 6], [width * 0.47, 24], { fill: core });
  // The shadow under the car: between its wheels, up to its floor.
  const [front, rear] = axlesX;
  const floorY = round(groundY - body.sill * scaleY);
  const under = sheet.linear(
    "under-car",
    [0, floorY, 0, groundY],
    [
      [0, "#05070a", 0.7],
      [1, "#05070a", 0.1],
    ],
  );
  sheet.path(`M${round(front)} ${floorY}H${round(rear)}V${groundY}H${round(front)}Z`, {
    fill: under,
  });
  for (const x of axlesX) sheet.ellipse([x, groundY], [width * 0.075, 9], { fill: core });
}
