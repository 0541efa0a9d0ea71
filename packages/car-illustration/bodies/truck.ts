import type { BodyShape } from "./body-shape.ts";

// oxfmt-ignore
export const TRUCK: BodyShape = {
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
