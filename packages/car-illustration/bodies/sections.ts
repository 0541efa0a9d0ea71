import type { CurvePoints } from "./body-shape.ts";

/** Sections that several bodies share. */

// oxfmt-ignore
export const CAR_FLANK: CurvePoints = [
  [0, 0.94], [0.07, 0.975], [0.14, 0.97], [0.26, 0.95], [0.36, 0.948], [0.5, 0.968], [0.62, 0.996],
  [0.67, 1.0], [0.72, 0.994], [0.8, 0.974], [0.88, 0.95], [0.95, 0.918], [1, 0.87],
];

// oxfmt-ignore
export const CAR_NOSE: CurvePoints = [
  [0, 0.15], [0.12, 0.05], [0.28, 0], [0.5, 0.01], [0.7, 0.035], [0.85, 0.075], [0.95, 0.14], [1, 0.21],
];

// oxfmt-ignore
export const BOOT_TAIL: CurvePoints = [
  [0, 0.2], [0.15, 0.07], [0.35, 0], [0.55, 0.02], [0.7, 0.05], [0.88, 0.05], [1, 0.1],
];
