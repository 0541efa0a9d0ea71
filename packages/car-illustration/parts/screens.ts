import { coordinate } from "../drawing/path-data.ts";
import type { GradientStop } from "../drawing/sheet.ts";
import type { Picture } from "../drawing/picture.ts";
import { steps } from "../geometry/interpolate.ts";
import { type Patch, type Vec3, type Vec2, normalize } from "../geometry/vector.ts";
import type { GlassKit } from "./glass-kit.ts";

/** A pane across the car: windscreen or rear glass. */
interface Screen {
  patch: Patch;
  /** Share of the half width, and the heights in q, that the pane covers. */
  halfShare: number;
  low: number;
  high: number;
  clip: string;
  tintName: string;
  tintStops: readonly GradientStop[];
  /** Width of the black band around the pane. */
  borderWidth: number;
}

/** Draws border, glass, cabin and tint. */
function drawScreen({ sheet, pen, unit }: Picture, kit: GlassKit, screen: Screen): void {
  const pane = pen.shape(screenEdges(screen), 12 * unit);
  sheet.fill(pane, "#0a0c0f", {
    stroke: "#0a0c0f",
    "stroke-width": coordinate(screen.borderWidth * unit),
    "stroke-linejoin": "round",
  });
  sheet.clip(screen.clip, pane);
  sheet.fill(pane, kit.screenPaint);
  kit.drawCabin(screen.clip);
  const tint = sheet.linearGradient(screen.tintName, screen.tintStops, {
    from: [0, kit.topY - 10],
    to: [0, kit.bottomY],
  });
  sheet.fill(pane, tint);
}

/** Points along the upper edge of the pane, right to left. */
function screenTop({ patch, halfShare, high }: Screen): Vec3[] {
  return steps(-halfShare, halfShare, 16).map((share) => patch(share, high));
}

function screenEdges(screen: Screen): Vec3[][] {
  const { patch, halfShare, low, high } = screen;
  return [
    screenTop(screen),
    steps(high, low, 8).map((q) => patch(halfShare, q)),
    steps(halfShare, -halfShare, 16).map((share) => patch(share, low)),
    steps(low, high, 8).map((q) => patch(-halfShare, q)),
  ];
}

/** Bands of reflected sky, placed along the pane's middle. */
function drawScreenSheens(
  { project }: Picture,
  kit: GlassKit,
  { patch, halfShare, clip }: Screen,
  slant: number,
  bands: readonly (readonly [at: number, width: number, opacity: number])[],
): void {
  const right = project(patch(-halfShare, 0.5))[0];
  const left = project(patch(halfShare, 0.5))[0];
  const start = Math.min(right, left);
  const length = Math.abs(left - right);
  for (const [at, width, opacity] of bands) {
    kit.drawSheen(clip, {
      x: start + length * at,
      width: length * width,
      opacity,
      slant: length * slant,
    });
  }
}

export function drawWindscreen(picture: Picture, kit: GlassKit): void {
  const { sheet, pen, surface, project, unit } = picture;
  const screen: Screen = {
    patch: surface.windscreen,
    halfShare: 0.9,
    low: 0.045,
    high: 0.93,
    clip: "dw",
    tintName: "wt",
    tintStops: [
      [0, "#eef5fa", 0.34],
      [0.5, "#b9c8d4", 0.08],
      [1, "#05070a", 0.3],
    ],
    borderWidth: 7,
  };
  drawScreen(picture, kit, screen);
  drawScreenSheens(picture, kit, screen, 0.3, [
    [0.5, 0.22, 0.13],
    [0.78, 0.06, 0.1],
  ]);
  const mirror = rearViewMirrorPath(project(surface.windscreen(0, 0.86)), unit);
  sheet.fill(mirror, "#07090b", { opacity: ".85" });
  drawWipers(picture);
  sheet.stroke(pen.line(screenTop(screen)), "#fff", 2 * unit, { opacity: ".25" });
}

/** The inside mirror: a bowed bar narrowing downwards, around a point on the glass. */
function rearViewMirrorPath([x, y]: Vec2, unit: number): string {
  const size = (value: number): string => coordinate(value * unit);
  return (
    `M${coordinate(x - 17 * unit)} ${coordinate(y - 6 * unit)}` +
    `q${size(17)} ${size(-5)} ${size(34)} 0q${size(2)} ${size(9)} ${size(-4)} ${size(12)}` +
    `h${size(-26)}q${size(-6)} ${size(-3)} ${size(-4)} ${size(-12)}Z`
  );
}

function drawWipers({ sheet, pen, surface, unit }: Picture): void {
  const left: Vec2[] = [
    [0.05, 0.03],
    [0.78, 0.085],
  ];
  const right: Vec2[] = [
    [-0.75, 0.03],
    [-0.06, 0.085],
  ];
  for (const wiper of [left, right]) {
    sheet.stroke(pen.lineOn(surface.windscreen, wiper), "#020304", 4.5 * unit);
  }
}

export function drawRearGlass(picture: Picture, kit: GlassKit): void {
  const { sheet, pen, surface, shape, unit } = picture;
  const screen: Screen = {
    patch: surface.rearGlass,
    halfShare: 0.86,
    low: shape.rear === "deck" ? 0.06 : 0.16,
    high: 0.9,
    clip: "dr",
    tintName: "rt",
    tintStops: [
      [0, "#eef5fa", 0.32],
      [0.5, "#b9c8d4", 0.1],
      [1, "#05070a", 0.25],
    ],
    borderWidth: 6,
  };
  drawScreen(picture, kit, screen);
  drawScreenSheens(picture, kit, screen, 0.25, [
    [0.4, 0.25, 0.12],
    [0.72, 0.07, 0.09],
  ]);
  if (shape.rear === "gate") drawRoofSpoiler(picture);
  for (const q of [0.3, 0.42, 0.54, 0.66, 0.78]) {
    const heaterWire = pen.lineOn(
      surface.rearGlass,
      [
        [-0.7, q],
        [0.7, q],
      ],
      8,
    );
    sheet.stroke(heaterWire, "#3a2a24", 1 * unit, { opacity: ".35" });
  }
  if (shape.rear === "gate") {
    const wiper = pen.lineOn(surface.rearGlass, [
      [-0.06, screen.low + 0.02],
      [0.5, screen.low + 0.09],
    ]);
    sheet.stroke(wiper, "#020304", 4 * unit);
  }
}

/** The lip that carries the roof on over a lift gate, with the high brake lamp under it. */
function drawRoofSpoiler({ sheet, pen, surface, roofPaint, unit }: Picture): void {
  const behind = (share: number, q: number, back: number, rise: number): Vec3 => {
    const [x, y, z] = surface.rearGlass(share, q);
    return [x - back, y, z + rise];
  };
  const lip = [
    steps(-0.86, 0.86, 12).map((share) => behind(share, 1, 0.13, 0.015)),
    steps(0.86, -0.86, 12).map((share) =>
      surface.roof(surface.rearGlass(share, 1)[0] + 0.14, share),
    ),
  ];
  sheet.fill(pen.shape(lip, 6), roofPaint.at(normalize([-0.3, 0, 1]), [-2, 0, 1.5]));
  const underside = steps(-0.84, 0.84, 12).map((share) => behind(share, 1, 0.13, 0.005));
  sheet.stroke(pen.line(underside), "#000", 3 * unit, { opacity: ".45" });
  const brakeLamp = steps(-0.2, 0.2, 6).map((share) => behind(share, 0.985, 0.1, 0));
  sheet.stroke(pen.line(brakeLamp), "#7d1118", 4 * unit);
}
