import type { BodyShape } from "./body-shape.ts";
import { CAR_FLANK, CAR_NOSE } from "./sections.ts";

// oxfmt-ignore
export const HATCHBACK: BodyShape = {
  front: "car", rear: "gate",
  wheelbase: 2.64, frontOverhang: 0.86, rearOverhang: 0.76, width: 1.79, wheelRadius: 0.328, archGap: 0.055,
  noseDepth: 0.68, nosePower: 3, tailDepth: 0.46, tailPower: 3.3, glassFrontDepth: 0.42, glassRearDepth: 0.36,
  deckCrown: 0.055, roofCrown: 0.055, framingHeight: 1.41,
  sill: [[-2.08, 0.36], [-1.8, 0.27], [-1.3, 0.21], [1.3, 0.2], [1.9, 0.19], [2.18, 0.21]],
  shoulder: [
    [-2.08, 0.98], [-1.8, 1.01], [-0.5, 0.98], [0.6, 0.945], [1, 0.93],
    [1.35, 0.905], [1.7, 0.87], [2, 0.815], [2.18, 0.75],
  ],
  roofEdge: [
    [-2, 1.31], [-1.7, 1.345], [-0.8, 1.395], [-0.1, 1.41],
    [0.25, 1.395], [0.5, 1.36], [0.9, 1.3], [1.2, 1.25],
  ],
  flankSection: CAR_FLANK,
  noseSetback: CAR_NOSE,
  tailSetback: [[0, 0.16], [0.15, 0.05], [0.35, 0], [0.6, 0.03], [0.85, 0.045], [1, 0.075]],
  windscreen: [[0, 1.14], [0.5, 0.75], [1, 0.32]],
  rearGlass: [[0, -2.0], [0.5, -1.87], [1, -1.6]],
  glassSection: [[0, 0.9], [0.5, 0.845], [0.85, 0.775], [1, 0.715]],
  rearQuarter: [[0, 0.62], [0.45, 0.5], [1, 0.42]],
  pillars: [[-0.22, 0.075], [-1.05, 0.05]],
  doors: [[0.82, -0.21], [-0.21, -1.12]],
  seatRows: [0.15, -0.75],
};
