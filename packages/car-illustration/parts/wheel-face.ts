import type { Picture } from "../drawing/picture.ts";
import { RIM_FINISHES, wheelFinish, type RimFinish } from "./rim-finish.ts";
import { createWheelPlane, wheelRing, type WheelPoint } from "./wheel-plane.ts";

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
