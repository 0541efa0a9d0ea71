import type { Body } from "../bodies/body.ts";
import type { CarStyle } from "../illustration/car-style.ts";

/** The drawing always has this size; `width` and `height` of a request only size its box. */
export const SHEET = { width: 1600, height: 1000 } as const;

/** The same ground line for every car, so that cars side by side stand on one floor. */
const GROUND_Y = 756;

/** The position and scale of a car on the sheet, in pixels. */
export interface Stance {
  left: number;
  width: number;
  groundY: number;
  axlesX: readonly [front: number, rear: number];
  /** Pixels per centimetre: of wheels, and of the body along and up. */
  scale: number;
  scaleX: number;
  scaleY: number;
}

/** A longer car is drawn wider, but less than in proportion. */
export function standOnSheet(body: Body, style: Pick<CarStyle, "length" | "height">): Stance {
  const length = body.length * style.length;
  const width = 1330 * (length / 470) ** 0.45;
  const scale = width / length;
  const left = (SHEET.width - width) / 2;
  const scaleX = scale * style.length;
  const [frontX, rearX] = body.axles;
  return {
    left,
    width,
    groundY: GROUND_Y,
    axlesX: [left + frontX * scaleX, left + rearX * scaleX],
    scale,
    scaleX,
    scaleY: scale * style.height,
  };
}
