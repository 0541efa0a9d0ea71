import type { Picture } from "../drawing/picture.ts";
import type { CarSurface } from "../bodies/car-surface.ts";
import type { Vec3 } from "../geometry/vector.ts";

/** The shades of a wheel, brightest first. */
export interface RimFinish {
  bright: string;
  light: string;
  shade: string;
  deep: string;
}

type RimFinishName = "silver" | "gunmetal" | "black";

const RIM_FINISHES: Record<RimFinishName, RimFinish> = {
  silver: { bright: "#f3f5f7", light: "#c3c9cf", shade: "#878f97", deep: "#4f565d" },
  gunmetal: { bright: "#a2a9b0", light: "#727a82", shade: "#4a5158", deep: "#24282c" },
  black: { bright: "#565c63", light: "#2b2f34", shade: "#16191c", deep: "#08090a" },
};

/** Black or gunmetal on sport cars; mostly silver on base cars, half of the luxury ones. */
function wheelFinish({ isSport, isLuxury, choices }: Picture): RimFinishName {
  const draw = choices.wheelFinish;
  if (isSport) return draw < 0.6 ? "black" : "gunmetal";
  return draw < (isLuxury ? 0.5 : 0.75) ? "silver" : "gunmetal";
}

/** A point of a wheel: distance from the hub, angle from straight ahead, metres outwards. */
type WheelPoint = (radius: number, angle: number, outset: number) => Vec3;

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

/** Everything the drawing of one near wheel needs. */
export interface WheelFace {
  axleX: number;
  /** Ends the names of this wheel's gradients. */
  nameEnd: "f" | "r";
  rimRadius: number;
  finish: RimFinish;
  point: WheelPoint;
  /** A circle on the wheel as path data. */
  ring(radius: number, outset: number): string;
}

export function createWheelFace(picture: Picture, axleX: number): WheelFace {
  const { shape, isSport, isLuxury, pen } = picture;
  const steerDeg = axleX > 0 ? picture.angle.steerDeg : 0;
  const point = createWheelPlane(picture, { axleX, side: 1, steerDeg });
  const plainShare = shape.bedFrontX === undefined ? 0.695 : 0.66;
  const rimShare = isSport ? 0.765 : isLuxury ? 0.745 : plainShare;
  return {
    axleX,
    nameEnd: axleX > 0 ? "f" : "r",
    rimRadius: shape.wheelRadius * rimShare,
    finish: RIM_FINISHES[wheelFinish(picture)],
    point,
    ring: (radius, outset) => pen.loop(wheelRing(point, radius, outset, 28)),
  };
}
