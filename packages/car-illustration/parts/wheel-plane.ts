import type { CarSurface } from "../bodies/car-surface.ts";
import type { Picture } from "../drawing/picture.ts";
import type { Vec3 } from "../geometry/vector.ts";

/** A point of a wheel: distance from the hub, angle from straight ahead, metres outwards. */
export type WheelPoint = (radius: number, angle: number, outset: number) => Vec3;

/** How far the outer faces of the wheels stand from the middle of the car. */
export function wheelCentreY(surface: CarSurface): number {
  return surface.halfWidth * 0.985;
}

export interface WheelPlace {
  axleX: number;
  side: 1 | -1;
  steerDeg: number;
}

export function createWheelPlane(
  { shape, surface }: Picture,
  { axleX, side, steerDeg }: WheelPlace,
): WheelPoint {
  const steer = (steerDeg * Math.PI) / 180;
  const centreY = wheelCentreY(surface) * side;
  const ahead = [Math.cos(steer), -Math.sin(steer)] as const;
  const out = [Math.sin(steer) * side, Math.cos(steer) * side] as const;
  return (radius, angle, outset) => {
    const along = radius * Math.cos(angle);
    return [
      axleX + along * ahead[0] + outset * out[0],
      centreY + along * ahead[1] + outset * out[1],
      shape.wheelRadius + radius * Math.sin(angle),
    ];
  };
}

/** Points around the wheel. */
export function wheelRing(
  plane: WheelPoint,
  radius: number,
  outset: number,
  count: number,
): Vec3[] {
  return Array.from({ length: count }, (_, index) =>
    plane(radius, (index / count) * Math.PI * 2, outset),
  );
}
