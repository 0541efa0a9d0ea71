import { coordinate } from "../drawing/path-data.ts";
import type { GradientStop } from "../drawing/sheet.ts";
import type { Picture } from "../drawing/picture.ts";
import { steps } from "../geometry/interpolate.ts";
import type { Patch, Vec3 } from "../geometry/vector.ts";
import type { GlassKit } from "./glass-kit.ts";

/** A pane across the car: windscreen or rear glass. */
export interface Screen {
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
export function drawScreen({ sheet, pen, unit }: Picture, kit: GlassKit, screen: Screen): void {
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
export function screenTop({ patch, halfShare, high }: Screen): Vec3[] {
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
export function drawScreenSheens(
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
