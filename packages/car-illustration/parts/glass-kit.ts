import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { mixHex } from "../light/colour.ts";
import { drawCabin } from "./cabin.ts";

/** What all windows of one picture share. */
export interface GlassKit {
  /** Upper and lower end of the glass on the sheet. */
  topY: number;
  bottomY: number;
  sidePaint: string;
  screenPaint: string;
  /** Seats and steering wheel, seen through a clip. */
  drawCabin(clip: string): void;
  /** A slanted band of reflected sky, seen through a clip. */
  drawSheen(clip: string, sheen: Sheen): void;
}

interface Sheen {
  x: number;
  width: number;
  opacity: number;
  slant: number;
}

export function createGlassKit(picture: Picture): GlassKit {
  const { sheet, surface, project, environment } = picture;
  const tint = environment.glassTint;
  const topY = project([0, surface.halfWidth * 0.75, surface.roofEdgeHeight(0)])[1];
  const bottomY = project([0, surface.halfWidth * 0.9, surface.shoulderHeight(0)])[1];
  const sidePaint = sheet.linearGradient(
    "gl",
    [
      [0, mixHex("#1b242c", tint, 0.42)],
      [0.38, mixHex("#131a20", tint, 0.14)],
      [0.62, "#0b0f13"],
      [1, "#10151a"],
    ],
    { from: [0, topY], to: [0, bottomY] },
  );
  const screenPaint = sheet.linearGradient(
    "ws",
    [
      [0, mixHex("#202a33", tint, 0.72)],
      [0.35, mixHex("#161e25", tint, 0.36)],
      [0.75, "#10161b"],
      [1, "#0a0e12"],
    ],
    { from: [0, topY - 6], to: [0, bottomY] },
  );
  const sheenPaint = sheet.linearGradient("sh", [
    [0, "#fff", 1],
    [0.55, "#fff", 0.35],
    [1, "#fff", 0],
  ]);
  return {
    topY,
    bottomY,
    sidePaint,
    screenPaint,
    drawCabin: (clip) => sheet.clipped(clip, () => drawCabin(picture)),
    drawSheen: (clip, { x, width, opacity, slant }) => {
      const band =
        `M${coordinate(x)} ${coordinate(topY - 60)}l${coordinate(width)} 0` +
        `l${coordinate(-slant * 1.6)} ${coordinate(bottomY - topY + 160)}l${coordinate(-width)} 0Z`;
      sheet.clipped(clip, () => sheet.fill(band, sheenPaint, { opacity: opacity * 1.7 }));
    },
  };
}
