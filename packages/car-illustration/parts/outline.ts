import type { Body } from "../bodies/body.ts";
import { round } from "../drawing/sheet.ts";

/**
 * The outline of the painted body: over the roof as the body gives it, and back along the lower
 * edge, around the wheels.
 */
export function bodyOutline(body: Body): string {
  const { frontBottom, rearBottom, sill, outline } = body;
  const [frontX, rearX] = body.axles;
  return (
    `M${frontBottom[0]} ${frontBottom[1]}${outline}` +
    archTo(body, rearX, rearBottom[1], sill) +
    archTo(body, frontX, sill, frontBottom[1]) +
    `L${frontBottom[0]} ${frontBottom[1]}Z`
  );
}

export function archRadius({ wheelRadius, archGap }: Body): number {
  return wheelRadius + archGap;
}

/**
 * A path forward to an arch and around it; the lower edge may have different heights before and
 * after it.
 */
function archTo(body: Body, axleX: number, fromY: number, toY: number): string {
  const radius = archRadius(body);
  const [from, to] = [fromY, toY].map((y) => y - body.wheelRadius) as [number, number];
  const reach = (rise: number) => Math.sqrt(radius ** 2 - rise ** 2);
  // If the edge is above the axle, it cuts off less than half of the circle.
  const isLarge = Math.asin(from / radius) + Math.asin(to / radius) < 0;
  return (
    `L${round(axleX + reach(from))} ${fromY}` +
    `A${radius} ${radius} 0 ${isLarge ? 1 : 0} 1 ${round(axleX - reach(to))} ${toY}`
  );
}
