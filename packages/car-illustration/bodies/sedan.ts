import type { BodyShape } from "./body-shape.ts";
import { BOOT_TAIL, CAR_FLANK, CAR_NOSE } from "./sections.ts";

// oxfmt-ignore
export const SEDAN: BodyShape = {
  front: "car", rear: "deck",
  wheelbase: 2.82, frontOverhang: 0.93, rearOverhang: 1.09, width: 1.84, wheelRadius: 0.34, archGap: 0.055,
  noseDepth: 0.72, nosePower: 3.1, tailDepth: 0.6, tailPower: 3.2, glassFrontDepth: 0.42, glassRearDepth: 0.42,
  deckCrown: 0.055, roofCrown: 0.06, framingHeight: 1.385,
  sill: [[-2.5, 0.38], [-2.1, 0.28], [-1.4, 0.21], [1.4, 0.2], [2, 0.19], [2.34, 0.21]],
  shoulder: [
    [-2.5, 0.985], [-2.2, 1.02], [-1.6, 1.02], [-0.5, 0.985], [0.6, 0.945],
    [1.1, 0.925], [1.5, 0.9], [1.9, 0.86], [2.15, 0.805], [2.34, 0.74],
  ],
  roofEdge: [[-1.95, 1.22], [-1, 1.325], [-0.4, 1.38], [0.1, 1.385], [0.35, 1.365], [0.8, 1.31], [1.2, 1.25]],
  flankSection: CAR_FLANK,
  noseSetback: CAR_NOSE,
  tailSetback: BOOT_TAIL,
  windscreen: [[0, 1.17], [0.5, 0.76], [1, 0.28]],
  rearGlass: [[0, -2.0], [0.5, -1.54], [1, -1.0]],
  glassSection: [[0, 0.9], [0.5, 0.84], [0.85, 0.765], [1, 0.7]],
  rearQuarter: [[0, 0.5], [0.5, 0.5], [1, 0.4]],
  pillars: [[-0.28, 0.075], [-1.16, 0.05]],
  doors: [[0.86, -0.27], [-0.27, -1.25]],
  seatRows: [0.1, -0.85],
};
