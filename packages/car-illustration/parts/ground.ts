import type { Picture } from "../drawing/picture.ts";
import { coordinate } from "../drawing/path-data.ts";
import { mirror, type Vec3 } from "../geometry/vector.ts";

/** A pool of light and a painted parking bay on the real ground plane: the car sits in the scene. */
export function drawParkingBay(picture: Picture): void {
  const { sheet, pen, surface, project, horizonY, backdrop } = picture;
  if (backdrop === "none" || backdrop === "studio") return;
  const pool = sheet.radialGradient("pool", { cx: ".5", cy: ".5", r: ".5" }, [
    [0, "#fff", ".22"],
    [1, "#fff", 0],
  ]);
  const [x, y] = project([0, 0, 0]);
  const poolHeight = Math.max(60, (sheet.height - horizonY) * 0.42);
  sheet.ellipse([x, y + 40], [960, poolHeight], { fill: pool });
  if (picture.isCloseUp) return;

  const start = surface.rearX - 0.5;
  const end = surface.frontX + 0.9;
  for (const lineY of [surface.halfWidth + 0.75, -surface.halfWidth - 0.75]) {
    const far = lineY + 0.11;
    const line = pen.polygon([
      [start, lineY, 0],
      [end, lineY, 0],
      [end, far, 0],
      [start, far, 0],
    ]);
    sheet.fill(line, "#fff", { opacity: backdrop === "dusk" ? 0.28 : 0.5 });
  }
}

/** Blurs for shadows, scaled with the car. */
export function defineBlurs({ sheet, unit }: Picture): void {
  const around = { x: "-20%", y: "-60%", width: "140%", height: "220%" };
  const blur = (radius: number): string => `<feGaussianBlur stdDeviation="${coordinate(radius)}"/>`;
  sheet.define("filter", "bl", around, blur(15 * unit));
  sheet.define("filter", "bs", around, blur(6 * unit));
}

/** A wide soft shadow with a darker core under the car. */
export function drawGroundShadow({ sheet, pen, surface, backdrop }: Picture): void {
  const footprint = (growth: number): string => {
    const ring = surface.bodyRing(0.35).flatMap(([x, y]): Vec3[] => [
      [x * growth, y * growth, 0],
      [x * growth, -y * growth, 0],
    ]);
    return pen.silhouette(ring);
  };
  sheet.fill(footprint(1.04), "#05070a", {
    opacity: backdrop === "studio" || backdrop === "none" ? 0.34 : 0.5,
    filter: sheet.reference("bl"),
  });
  sheet.fill(footprint(0.93), "#020304", { opacity: "0.72", filter: sheet.reference("bs") });
}

/** The dark mass between the wheels. */
export function drawUnderbody({ sheet, pen, surface }: Picture): void {
  const solid = surface.bodyRing(0).flatMap(([x, y, z]): Vec3[] => {
    const floor: Vec3 = [x * 0.985, y * 0.96, z + 0.12];
    const belly: Vec3 = [x * 0.95, y * 0.9, Math.max(0.14, z - 0.06)];
    return [floor, mirror(floor), belly, mirror(belly)];
  });
  sheet.fill(pen.silhouette(solid), "#07080a");
}
