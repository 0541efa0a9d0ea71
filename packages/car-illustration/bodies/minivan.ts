import type { BodyShape } from "./body-shape.ts";
import { CAR_FLANK, CAR_NOSE } from "./sections.ts";

// oxfmt-ignore
export const MINIVAN: BodyShape = {
  front: "car", rear: "gate",
  wheelbase: 3.06, frontOverhang: 0.99, rearOverhang: 1.09, width: 1.98, wheelRadius: 0.35, archGap: 0.05,
  noseDepth: 0.8, nosePower: 2.9, tailDepth: 0.46, tailPower: 3.5, glassFrontDepth: 0.5, glassRearDepth: 0.36,
  deckCrown: 0.05, roofCrown: 0.055, framingHeight: 1.68,
  sill: [[-2.62, 0.38], [-2.2, 0.28], [-1.5, 0.22], [1.5, 0.2], [2.2, 0.19], [2.52, 0.21]],
  shoulder: [
    [-2.62, 1.07], [-2.2, 1.1], [-0.5, 1.06], [0.8, 1.01], [1.3, 0.985],
    [1.7, 0.955], [2.1, 0.9], [2.36, 0.835], [2.52, 0.77],
  ],
  roofEdge: [
    [-2.6, 1.56], [-2.1, 1.62], [-1, 1.675], [0, 1.68],
    [0.5, 1.65], [0.8, 1.61], [1.3, 1.5], [1.7, 1.4],
  ],
  flankSection: CAR_FLANK,
  noseSetback: CAR_NOSE,
  tailSetback: [[0, 0.14], [0.15, 0.05], [0.35, 0], [0.6, 0.02], [0.85, 0.035], [1, 0.07]],
  windscreen: [[0, 1.74], [0.5, 1.24], [1, 0.68]],
  rearGlass: [[0, -2.56], [0.5, -2.44], [1, -2.12]],
  glassSection: [[0, 0.91], [0.5, 0.865], [0.85, 0.8], [1, 0.74]],
  rearQuarter: [[0, 0.46], [0.5, 0.4], [1, 0.32]],
  pillars: [[0.02, 0.075], [-1.22, 0.06]],
  doors: [[1.12, 0.04], [0.04, -1.28]],
  seatRows: [0.4, -0.55, -1.5],
  slidingDoor: true,
};
