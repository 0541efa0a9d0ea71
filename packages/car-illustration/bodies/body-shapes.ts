import type { Body } from "../illustration/options.ts";
import type { BodyShape, CurvePoints } from "./body-shape.ts";

// Sections that several bodies share.

// oxfmt-ignore
const CAR_FLANK: CurvePoints = [
  [0, 0.94], [0.07, 0.975], [0.14, 0.97], [0.26, 0.95], [0.36, 0.948], [0.5, 0.968], [0.62, 0.996],
  [0.67, 1.0], [0.72, 0.994], [0.8, 0.974], [0.88, 0.95], [0.95, 0.918], [1, 0.87],
];

// oxfmt-ignore
const CAR_NOSE: CurvePoints = [
  [0, 0.15], [0.12, 0.05], [0.28, 0], [0.5, 0.01], [0.7, 0.035], [0.85, 0.075], [0.95, 0.14], [1, 0.21],
];

// oxfmt-ignore
const BOOT_TAIL: CurvePoints = [
  [0, 0.2], [0.15, 0.07], [0.35, 0], [0.55, 0.02], [0.7, 0.05], [0.88, 0.05], [1, 0.1],
];

// oxfmt-ignore
const SUV: BodyShape = {
  front: "suv", rear: "gate",
  wheelbase: 2.7, frontOverhang: 0.91, rearOverhang: 0.97, width: 1.87, wheelRadius: 0.372, archGap: 0.06,
  noseDepth: 0.62, nosePower: 3.3, tailDepth: 0.46, tailPower: 3.6, glassFrontDepth: 0.4, glassRearDepth: 0.36,
  deckCrown: 0.06, roofCrown: 0.05, framingHeight: 1.63,
  sill: [[-2.32, 0.45], [-2, 0.36], [-1.35, 0.28], [1.35, 0.27], [1.95, 0.27], [2.26, 0.31]],
  shoulder: [
    [-2.32, 1.11], [-2, 1.14], [-0.5, 1.1], [0.6, 1.07], [1, 1.06],
    [1.4, 1.045], [1.8, 1.02], [2.08, 0.98], [2.26, 0.91],
  ],
  roofEdge: [[-2.3, 1.52], [-1.9, 1.56], [-1, 1.615], [-0.1, 1.63], [0.25, 1.605], [0.6, 1.56], [1.1, 1.46]],
  flankSection: [
    [0, 0.945], [0.08, 0.975], [0.17, 0.974], [0.28, 0.955], [0.38, 0.952], [0.52, 0.972], [0.66, 0.997],
    [0.71, 1], [0.76, 0.994], [0.83, 0.977], [0.9, 0.955], [0.96, 0.922], [1, 0.875],
  ],
  noseSetback: [[0, 0.16], [0.12, 0.07], [0.28, 0.01], [0.45, 0], [0.7, 0.02], [0.86, 0.055], [0.95, 0.11], [1, 0.2]],
  tailSetback: [[0, 0.16], [0.15, 0.06], [0.35, 0], [0.6, 0.02], [0.85, 0.035], [1, 0.07]],
  windscreen: [[0, 1.14], [0.5, 0.79], [1, 0.37]],
  rearGlass: [[0, -2.24], [0.5, -2.12], [1, -1.86]],
  glassSection: [[0, 0.9], [0.5, 0.855], [0.85, 0.79], [1, 0.735]],
  rearQuarter: [[0, 0.5], [0.5, 0.44], [1, 0.34]],
  pillars: [[-0.24, 0.08], [-1.16, 0.07]],
  doors: [[0.88, -0.23], [-0.23, -1.2]],
  seatRows: [0.12, -0.78],
  cladding: true, roofRails: true,
};

// oxfmt-ignore
const SEDAN: BodyShape = {
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

// oxfmt-ignore
const COUPE: BodyShape = {
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

// oxfmt-ignore
const HATCHBACK: BodyShape = {
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

// oxfmt-ignore
const TRUCK: BodyShape = {
  front: "truck", rear: "truck",
  wheelbase: 3.62, frontOverhang: 0.94, rearOverhang: 1.2, width: 2.02, wheelRadius: 0.41, archGap: 0.085,
  noseDepth: 0.6, nosePower: 3.6, tailDepth: 0.28, tailPower: 4.5, glassFrontDepth: 0.34, glassRearDepth: 0.24,
  deckCrown: 0.075, roofCrown: 0.05, framingHeight: 1.855,
  sill: [[-3.01, 0.56], [-2.6, 0.5], [-1.8, 0.42], [1.8, 0.4], [2.5, 0.36], [2.75, 0.38]],
  shoulder: [
    [-3.01, 1.32], [-1.2, 1.33], [0.5, 1.31], [1.2, 1.3],
    [1.6, 1.285], [2.2, 1.25], [2.55, 1.2], [2.75, 1.11],
  ],
  roofEdge: [[-1.1, 1.77], [-0.6, 1.83], [0.1, 1.865], [0.5, 1.855], [0.85, 1.81], [1.5, 1.68]],
  flankSection: [
    [0, 0.95], [0.1, 0.972], [0.25, 0.958], [0.4, 0.956], [0.55, 0.978], [0.66, 0.998],
    [0.7, 1], [0.75, 0.995], [0.84, 0.976], [0.92, 0.958], [0.97, 0.935], [1, 0.9],
  ],
  noseSetback: [[0, 0.14], [0.12, 0.05], [0.26, 0], [0.5, 0.02], [0.75, 0.035], [0.88, 0.06], [0.95, 0.1], [1, 0.18]],
  tailSetback: [[0, 0.06], [0.2, 0.02], [0.5, 0.01], [1, 0.02]],
  windscreen: [[0, 1.58], [0.5, 1.22], [1, 0.8]],
  rearGlass: [[0, -1.14], [0.5, -1.08], [1, -0.92]],
  glassSection: [[0, 0.9], [0.5, 0.855], [0.85, 0.8], [1, 0.75]],
  rearQuarter: [[0, 0.2], [0.5, 0.2], [1, 0.2]],
  pillars: [[0.12, 0.1], [-0.78, 0.04]],
  doors: [[1.15, 0.13], [0.13, -0.86]],
  seatRows: [0.45, -0.5],
  bedFrontX: -1.18,
};

// oxfmt-ignore
const MINIVAN: BodyShape = {
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

export const BODY_SHAPES: Record<Body, BodyShape> = {
  SUV,
  Sedan: SEDAN,
  Coupe: COUPE,
  Hatchback: HATCHBACK,
  Truck: TRUCK,
  Minivan: MINIVAN,
};
