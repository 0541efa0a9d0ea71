import type { RearFamily } from "../bodies/body-shape.ts";
import type { Vec2 } from "../geometry/vector.ts";

/** Outlines on the tail: metres around it from the middle, and height v. Left half only. */
export type TailLampOutline = readonly [Vec2, Vec2, ...Vec2[]];

/** One for each value of Choices.tailLamp. */
// oxfmt-ignore
export const TAIL_LAMPS: Record<
  RearFamily,
  readonly [TailLampOutline, TailLampOutline, TailLampOutline]
> = {
  truck: [
    [[0.72, 0.93], [0.97, 0.93], [1.02, 0.55], [0.74, 0.55]],
    [[0.74, 0.95], [1.0, 0.95], [1.0, 0.5], [0.78, 0.5]],
    [[0.7, 0.93], [1.0, 0.93], [1.0, 0.66], [0.72, 0.66]],
  ],
  gate: [
    [[0.5, 0.8], [0.85, 0.9], [1.2, 0.92], [1.12, 0.74], [0.86, 0.66], [0.54, 0.7]],
    [[0.62, 0.93], [0.9, 0.98], [1.18, 0.98], [1.02, 0.6], [0.84, 0.52], [0.78, 0.7]],
    [[0.45, 0.83], [0.85, 0.86], [1.26, 0.9], [1.2, 0.78], [0.85, 0.74], [0.45, 0.74]],
  ],
  deck: [
    [[0.46, 0.86], [0.85, 0.9], [1.16, 0.94], [1.1, 0.76], [0.84, 0.68], [0.5, 0.72]],
    [[0.5, 0.88], [0.86, 0.92], [1.22, 0.94], [1.05, 0.78], [0.84, 0.74], [0.52, 0.76]],
    [[0.4, 0.86], [0.86, 0.9], [1.1, 0.92], [1.02, 0.66], [0.86, 0.64], [0.72, 0.76]],
  ],
};

/** Lower and upper edge of the number plate, in v. */
export const REAR_PLATES: Record<RearFamily, Vec2> = {
  deck: [0.6, 0.73],
  gate: [0.5, 0.61],
  truck: [0.09, 0.19],
};
