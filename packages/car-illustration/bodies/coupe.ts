import type { BodyShape } from "./body-shape.ts";
import { BOOT_TAIL, CAR_FLANK } from "./sections.ts";

// oxfmt-ignore
export const COUPE: BodyShape = {
  front: "coupe", rear: "deck",
  wheelbase: 2.72, frontOverhang: 0.88, rearOverhang: 0.98, width: 1.85, wheelRadius: 0.35, archGap: 0.045,
  noseDepth: 0.76, nosePower: 2.9, tailDepth: 0.6, tailPower: 3, glassFrontDepth: 0.44, glassRearDepth: 0.45,
  deckCrown: 0.06, roofCrown: 0.055, framingHeight: 1.31,
  sill: [[-2.34, 0.37], [-2, 0.27], [-1.36, 0.19], [1.36, 0.175], [2, 0.165], [2.24, 0.18]],
  shoulder: [
    [-2.34, 0.95], [-2.05, 0.995], [-1.4, 0.985], [-0.6, 0.93], [0.5, 0.895],
    [0.95, 0.885], [1.4, 0.87], [1.8, 0.825], [2.08, 0.75], [2.24, 0.68],
  ],
  roofEdge: [
    [-2.1, 1.17], [-1.3, 1.22], [-0.75, 1.275], [-0.25, 1.31],
    [0.05, 1.31], [0.25, 1.29], [0.8, 1.235], [1.1, 1.19],
  ],
  flankSection: CAR_FLANK,
  noseSetback: [[0, 0.12], [0.12, 0.03], [0.25, 0], [0.5, 0.03], [0.7, 0.09], [0.85, 0.16], [0.95, 0.24], [1, 0.32]],
  tailSetback: BOOT_TAIL,
  windscreen: [[0, 1.16], [0.5, 0.7], [1, 0.2]],
  rearGlass: [[0, -2.08], [0.5, -1.55], [1, -0.8]],
  glassSection: [[0, 0.89], [0.5, 0.815], [0.85, 0.735], [1, 0.665]],
  rearQuarter: [[0, 0.62], [0.5, 0.66], [1, 0.5]],
  pillars: [[-0.58, 0.075]],
  doors: [[0.8, -0.62]],
  seatRows: [-0.05, -0.72],
};
