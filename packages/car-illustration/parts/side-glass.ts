import type { Picture } from "../drawing/picture.ts";
import { steps } from "../geometry/interpolate.ts";
import type { GlassKit } from "./glass-kit.ts";
import { sideWindowBand, sideWindowEdges, WINDOW_LOW } from "./side-windows.ts";

/** The near side windows: black surround, glass, pillars and bright or black trim. */
export function drawSideGlass(picture: Picture, kit: GlassKit): void {
  const { sheet, pen, unit } = picture;
  const surround = pen.shape(sideWindowEdges(picture, 1), 12 * unit);
  const glass = pen.shape(sideWindowEdges(picture, 1, 0.022), 9 * unit);
  sheet.fill(surround, "#0b0d10");
  sheet.clip("ds", glass);
  sheet.fill(glass, kit.sidePaint);
  kit.drawCabin("ds");
  drawReflections(picture, kit, glass);
  sheet.clip("d0", surround);
  sheet.clipped("d0", () => drawPillars(picture));
  drawTrim(picture);
}

/** A tint with the far tree line in it, and three bands of sky. */
function drawReflections(picture: Picture, kit: GlassKit, glass: string): void {
  const { sheet, surface, shape, project } = picture;
  const tint = sheet.linearGradient(
    "tint",
    [
      [0, "#dfeaf2", 0.22],
      [0.45, "#9fb3c2", 0.05],
      [0.5, "#05070a", 0.34],
      [1, "#05070a", 0.18],
    ],
    { from: [0, kit.topY], to: [0, kit.bottomY] },
  );
  sheet.fill(glass, tint);
  const startX = surface.windscreenX(0.5) - shape.glassFrontDepth;
  const start = project(surface.glassSide(startX, 0.5))[0];
  const length = project(surface.glassSide(surface.rearGlassX(0.5), 0.5))[0] - start;
  const slant = length * 0.12;
  for (const [at, width, opacity] of [
    [0.2, 0.1, 0.1],
    [0.325, 0.03, 0.08],
    [0.66, 0.13, 0.07],
  ] as const) {
    kit.drawSheen("ds", { x: start + length * at, width: length * width, opacity, slant });
  }
}

function drawPillars({ sheet, pen, surface, shape, unit }: Picture): void {
  for (const [x, width] of shape.pillars) {
    const lean = x < -0.9 ? 0.12 : 0.05;
    const frontX = x + width / 2;
    const rearX = x - width / 2;
    const pillar = [
      steps(0.07, 0.89, 6).map((q) => surface.glassSide(frontX + lean * q, q)),
      steps(0.89, 0.07, 6).map((q) => surface.glassSide(rearX + lean * q, q)),
    ];
    sheet.fill(pen.shape(pillar, 1), "#0a0c0f");
    const edge = pen.lineOn(
      (lineX, q) => surface.glassSide(lineX + lean * q, q),
      [
        [frontX, 0.12],
        [frontX, 0.88],
      ],
    );
    sheet.stroke(edge, "#fff", 1.2 * unit, { opacity: ".14" });
  }
}

function drawTrim(picture: Picture): void {
  const { sheet, pen, surface, unit, isLuxury, isSport } = picture;
  const side = (x: number, q: number) => surface.glassSide(x, q);
  const band = sideWindowBand(picture);
  const beltQ = WINDOW_LOW - 0.012;
  const belt = pen.lineOn(
    side,
    [
      [band.frontX(WINDOW_LOW) - 0.02, beltQ],
      [band.rearX(WINDOW_LOW) + 0.03, beltQ],
    ],
    20,
  );
  const beltColour = isLuxury ? "#d9dfe4" : isSport ? "#0a0c0e" : "#2a2e33";
  sheet.stroke(belt, beltColour, (isLuxury ? 4.2 : 4) * unit);
  if (isLuxury) {
    const [, top] = sideWindowEdges(picture, 1, -0.008);
    sheet.stroke(pen.line(top), "#cdd4da", 3 * unit, { opacity: ".9" });
  }
  const roofEdge = pen.lineOn(
    side,
    [
      [band.frontX(1) - 0.02, 0.955],
      [band.rearX(1) - 0.1, 0.955],
    ],
    16,
  );
  sheet.stroke(roofEdge, "#fff", 2.2 * unit, { opacity: ".38" });
}
