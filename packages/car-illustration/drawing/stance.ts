import type { Body } from "../bodies/body.ts";
import type { CarStyle } from "../illustration/car-style.ts";

/** The drawing is always so large; `width` and `height` of a request only size its box. */
export const SHEET = { width: 1600, height: 1000 } as const;

/** Every car stands on the same line, so that cars beside each other stand on one floor. */
const GROUND_Y = 756;

/** How a car stands on the sheet, in pixels. */
export interface Stance {
  left: number;
  width: number;
  groundY: number;
  axlesX: readonly [front: number, rear: number];
  /** Pixels a centimetre: of wheels, and of the body along and up. */
  scale: number;
  scaleX: number;
  scaleY: number;
}

/** Long cars fill more of the sheet than short ones, but less than in proportion. */
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
