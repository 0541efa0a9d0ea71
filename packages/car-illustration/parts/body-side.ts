import type { Picture } from "../drawing/picture.ts";
import { curveThrough } from "../geometry/curve.ts";
import { steps } from "../geometry/interpolate.ts";
import type { Vec2 } from "../geometry/vector.ts";

/** Cladding, creases and gloss on the near flank. `plastic` paints unpainted black parts. */
export function drawBodySide(picture: Picture, plastic: string): void {
  drawSill(picture, plastic);
  drawCreases(picture);
  drawGloss(picture);
  const { sheet, pen, surface, unit } = picture;
  const shoulder = steps(surface.windscreenX(0) - 0.05, surface.rearX + 0.35, 26);
  const highlight = pen.line(shoulder.map((x) => surface.flank(x, 0.965)));
  sheet.stroke(highlight, "#fff", 2 * unit, { opacity: ".26" });
}

/** Black plastic along the sill; on clad bodies it runs on before and behind the wheels. */
function drawSill(picture: Picture, plastic: string): void {
  const { sheet, pen, surface, shape, unit } = picture;
  const top = sillTop(picture);
  const reach = shape.wheelbase / 2 - shape.wheelRadius * 0.9;
  const sill: Vec2[] = [
    [reach, top],
    [-reach, top],
    [-reach, -0.03],
    [reach, -0.03],
  ];
  sheet.fill(pen.shapeOn(surface.flank, sill, 2, 20), plastic);
  if (top > 0.09) {
    const edge = pen.lineOn(
      surface.flank,
      [
        [reach, top],
        [-reach, top],
      ],
      20,
    );
    sheet.stroke(edge, "#fff", 1.3 * unit, { opacity: ".22" });
  }
  if (!shape.cladding) return;
  const past = shape.wheelbase / 2 + shape.wheelRadius * 0.9;
  for (const [fromX, toX] of [
    [surface.frontX - 0.62, past],
    [-past, surface.rearX + 0.35],
  ] as const) {
    const corner: Vec2[] = [
      [fromX, top],
      [toX, top],
      [toX, 0],
      [fromX, 0],
    ];
    sheet.fill(pen.shapeOn(surface.flank, corner, 2, 12), plastic);
  }
}

function sillTop({ shape, isSport }: Picture): number {
  if (shape.cladding) return 0.17;
  if (shape.bedFrontX !== undefined) return 0.06;
  return isSport ? 0.1 : 0.055;
}

/** Each crease is a light line with a soft dark one beside it. */
function drawCreases({ sheet, pen, surface, shape, unit }: Picture): void {
  const shoulderLine = (v: number, frontX: number, rearX: number): string => {
    const height = curveThrough([
      [rearX, v - 0.015],
      [0, v],
      [frontX, v - 0.02],
    ]);
    return pen.line(steps(frontX, rearX, 30).map((x) => surface.flank(x, height(x))));
  };
  const light = shoulderLine(0.7, surface.frontX - 0.55, surface.rearX + 0.3);
  const dark = shoulderLine(0.675, surface.frontX - 0.58, surface.rearX + 0.32);
  sheet.stroke(dark, "#000", 5 * unit, { opacity: ".16" });
  sheet.stroke(light, "#fff", 2.2 * unit, { opacity: ".42" });

  const axleX = shape.wheelbase / 2;
  const doorHeight = curveThrough([
    [-axleX + 0.4, 0.3],
    [0, 0.24],
    [axleX - 0.4, 0.19],
  ]);
  const doorXs = steps(axleX - 0.48, -axleX + 0.42, 24);
  const doorLine = (lift: number): string =>
    pen.line(doorXs.map((x) => surface.flank(x, doorHeight(x) + lift)));
  sheet.stroke(doorLine(0), "#fff", 2 * unit, { opacity: ".28" });
  sheet.stroke(doorLine(0.022), "#000", 4 * unit, { opacity: ".13" });
}

/** Sky on the shoulder and horizon under the crease, both as crisp shapes on the skin. */
function drawGloss({ sheet, pen, surface, project, sees, colour, unit }: Picture): void {
  const frontX = surface.frontX - (sees.rear ? 0.2 : 0.72);
  const rearX = surface.rearX + (sees.front ? 0.12 : 0.42);
  const band = (top: readonly [number, number, number], low: readonly [number, number, number]) =>
    pen.shapeOn(
      surface.flank,
      [
        [frontX, top[0]],
        [0, top[1]],
        [rearX, top[2]],
        [rearX, low[2]],
        [0, low[1]],
        [frontX, low[0]],
      ],
      6 * unit,
      14,
    );
  const heightY = (v: number): number => project(surface.flank(0, v))[1];
  const creaseY = heightY(0.71);
  const isPale = colour === "White" || colour === "Silver" || colour === "Beige";
  const sky = sheet.linearGradient(
    "sk1",
    [
      [0, "#fff", isPale ? 0.1 : 0.2],
      [0.55, "#fff", 0.05],
      [1, "#fff", 0],
    ],
    { from: [0, heightY(0.93) - 8], to: [0, creaseY] },
  );
  sheet.fill(band([0.93, 0.95, 0.94], [0.71, 0.72, 0.71]), sky);
  const horizon = sheet.linearGradient(
    "hz1",
    [
      [0, "#05070a", colour === "White" ? 0.12 : 0.26],
      [0.5, "#05070a", colour === "White" ? 0.05 : 0.1],
      [1, "#05070a", 0],
    ],
    { from: [0, creaseY], to: [0, heightY(0.4)] },
  );
  sheet.fill(band([0.66, 0.675, 0.66], [0.36, 0.36, 0.38]), horizon);
}
