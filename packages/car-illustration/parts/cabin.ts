import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { lerp } from "../geometry/interpolate.ts";
import type { Vec3 } from "../geometry/vector.ts";
import { sideWindowEdges } from "./side-windows.ts";

const SEAT = "#050608";

/** What shows through the glass: light from the far windows, seats, steering wheel. */
export function drawCabin(picture: Picture): void {
  const { sheet, pen, shape, environment } = picture;
  if (picture.sees.flank) {
    const farWindows = pen.shape(sideWindowEdges(picture, -1), 8);
    sheet.fill(farWindows, environment.glassTint, { opacity: ".38" });
  }
  for (const seatY of [-0.36, 0.36]) {
    for (const seatX of shape.seatRows) drawSeat(picture, seatX, seatY);
  }
  drawSteeringWheel(picture);
}

function drawSeat({ sheet, pen, surface }: Picture, x: number, y: number): void {
  const cushionZ = surface.shoulderHeight(x);
  const headZ = lerp(cushionZ, surface.roofEdgeHeight(x), 0.66);
  const baseZ = cushionZ - 0.1;
  const shoulderZ = cushionZ + (headZ - cushionZ) * 0.62;
  const back: Vec3[] = [
    [x, y - 0.24, baseZ],
    [x - 0.14, y + 0.24, baseZ],
    [x - 0.08, y - 0.22, shoulderZ],
    [x - 0.2, y + 0.22, shoulderZ],
    [x + 0.06, y + 0.22, baseZ],
    [x - 0.2, y - 0.22, shoulderZ],
  ];
  const headrest: Vec3[] = [
    [x - 0.12, y - 0.13, headZ - 0.07],
    [x - 0.12, y + 0.13, headZ - 0.07],
    [x - 0.15, y - 0.12, headZ + 0.11],
    [x - 0.15, y + 0.12, headZ + 0.11],
    [x - 0.24, y + 0.12, headZ + 0.1],
    [x - 0.23, y - 0.12, headZ - 0.06],
    [x - 0.24, y - 0.12, headZ + 0.1],
    [x - 0.23, y + 0.12, headZ - 0.06],
  ];
  for (const part of [back, headrest]) {
    sheet.fill(pen.smoothSilhouette(part), SEAT, { opacity: ".82" });
  }
}

function drawSteeringWheel({ sheet, pen, shape, surface, unit }: Picture): void {
  const frontSeatX = shape.seatRows[0];
  const centre: Vec3 = [frontSeatX + 0.52, 0.36, surface.shoulderHeight(frontSeatX) + 0.06];
  const rim = Array.from({ length: 24 }, (_, index): Vec3 => {
    const angle = (index / 24) * Math.PI * 2;
    return [
      centre[0] - Math.sin(angle) * 0.19 * 0.42,
      centre[1] + Math.cos(angle) * 0.19,
      centre[2] + Math.sin(angle) * 0.19 * 0.9,
    ];
  });
  sheet.fill(pen.loop(rim), "none", {
    stroke: SEAT,
    "stroke-width": coordinate(7 * unit),
    opacity: ".9",
  });
}
