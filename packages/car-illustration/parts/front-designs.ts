import type { FrontFamily } from "../bodies/body-shape.ts";
import type { Picture } from "../drawing/picture.ts";
import { lerp } from "../geometry/interpolate.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { MakeLook } from "../illustration/make-looks.ts";

/** Outlines on the nose: metres around it from the middle, and height v. Left half only. */
export type Outline = readonly Vec2[];

interface GrilleDesign {
  upper: Outline;
  lower: Outline;
  /** Lower and upper edge of the number plate, in v. */
  plate: Vec2;
}

type ThreeDesigns<Design> = readonly [Design, Design, Design];

/** One for each value of Choices.grille. */
// oxfmt-ignore
const GRILLES: Record<FrontFamily, ThreeDesigns<GrilleDesign>> = {
  car: [
    {
      upper: [[0.0, 0.69], [0.46, 0.69], [0.4, 0.54], [0, 0.53]],
      lower: [[0, 0.4], [0.62, 0.4], [0.7, 0.2], [0.5, 0.1], [0, 0.1]],
      plate: [0.41, 0.5],
    },
    {
      upper: [[0, 0.7], [0.5, 0.72], [0.46, 0.62], [0, 0.6]],
      lower: [[0, 0.46], [0.55, 0.46], [0.62, 0.14], [0, 0.1]],
      plate: [0.41, 0.5],
    },
    {
      upper: [[0, 0.72], [0.36, 0.71], [0.44, 0.52], [0.3, 0.36], [0, 0.35]],
      lower: [[0, 0.24], [0.66, 0.26], [0.6, 0.1], [0, 0.1]],
      plate: [0.25, 0.345],
    },
  ],
  coupe: [
    {
      upper: [[0, 0.6], [0.52, 0.6], [0.58, 0.42], [0.42, 0.22], [0, 0.21]],
      lower: [[0, 0.13], [0.5, 0.13], [0.45, 0.07], [0, 0.07]],
      plate: [0.14, 0.24],
    },
    {
      upper: [[0, 0.66], [0.42, 0.65], [0.38, 0.54], [0, 0.53]],
      lower: [[0, 0.4], [0.5, 0.4], [0.6, 0.12], [0, 0.1]],
      plate: [0.41, 0.5],
    },
    {
      upper: [[0, 0.64], [0.34, 0.64], [0.46, 0.4], [0.34, 0.22], [0, 0.22]],
      lower: [[0, 0.13], [0.6, 0.14], [0.55, 0.08], [0, 0.08]],
      plate: [0.14, 0.24],
    },
  ],
  suv: [
    {
      upper: [[0, 0.78], [0.5, 0.78], [0.46, 0.5], [0, 0.49]],
      lower: [[0, 0.36], [0.56, 0.36], [0.5, 0.24], [0, 0.24]],
      plate: [0.38, 0.47],
    },
    {
      upper: [[0, 0.8], [0.42, 0.8], [0.52, 0.62], [0.4, 0.44], [0, 0.43]],
      lower: [[0, 0.34], [0.6, 0.34], [0.52, 0.23], [0, 0.23]],
      plate: [0.38, 0.47],
    },
    {
      upper: [[0, 0.8], [0.56, 0.8], [0.54, 0.63], [0, 0.62]],
      lower: [[0, 0.48], [0.5, 0.48], [0.56, 0.25], [0, 0.25]],
      plate: [0.38, 0.47],
    },
  ],
  truck: [
    {
      upper: [[0, 0.86], [0.6, 0.86], [0.58, 0.46], [0, 0.45]],
      lower: [[0, 0.27], [0.5, 0.27], [0.46, 0.14], [0, 0.14]],
      plate: [0.33, 0.4],
    },
    {
      upper: [[0, 0.88], [0.66, 0.88], [0.62, 0.5], [0.5, 0.42], [0, 0.41]],
      lower: [[0, 0.27], [0.52, 0.27], [0.46, 0.14], [0, 0.14]],
      plate: [0.33, 0.4],
    },
    {
      upper: [[0, 0.84], [0.64, 0.84], [0.64, 0.52], [0, 0.5]],
      lower: [[0, 0.27], [0.5, 0.27], [0.46, 0.14], [0, 0.14]],
      plate: [0.33, 0.4],
    },
  ],
};

/** Air vents or fog lamps at the corners: upper inner corner first, clockwise. */
// oxfmt-ignore
export const CORNER_VENTS: Record<FrontFamily, readonly [Vec2, Vec2, Vec2, Vec2]> = {
  car: [[0.68, 0.38], [0.9, 0.42], [0.92, 0.2], [0.76, 0.15]],
  coupe: [[0.68, 0.38], [0.9, 0.42], [0.92, 0.2], [0.76, 0.15]],
  suv: [[0.68, 0.42], [0.92, 0.46], [0.95, 0.28], [0.74, 0.25]],
  truck: [[0.66, 0.27], [0.84, 0.28], [0.84, 0.17], [0.7, 0.17]],
};

/** Six corners: upper edge from the inside out, then lower edge from the outside in. */
export type HeadlampOutline = readonly [Vec2, Vec2, Vec2, Vec2, Vec2, Vec2];

/** One for each value of Choices.headlamp. */
// oxfmt-ignore
const HEADLAMPS: Record<FrontFamily, ThreeDesigns<HeadlampOutline>> = {
  car: [
    [[0.5, 0.73], [0.82, 0.79], [1.16, 0.86], [1.2, 0.78], [0.9, 0.66], [0.53, 0.62]],
    [[0.52, 0.75], [0.9, 0.82], [1.22, 0.87], [1.16, 0.76], [0.86, 0.7], [0.54, 0.68]],
    [[0.5, 0.74], [0.86, 0.8], [1.08, 0.85], [1.12, 0.7], [0.86, 0.6], [0.58, 0.6]],
  ],
  coupe: [
    [[0.56, 0.68], [0.88, 0.76], [1.2, 0.83], [1.18, 0.74], [0.9, 0.63], [0.6, 0.6]],
    [[0.54, 0.68], [0.92, 0.77], [1.26, 0.84], [1.14, 0.72], [0.86, 0.66], [0.56, 0.63]],
    [[0.52, 0.68], [0.9, 0.78], [1.1, 0.81], [1.1, 0.7], [0.84, 0.6], [0.6, 0.58]],
  ],
  suv: [
    [[0.56, 0.79], [0.9, 0.84], [1.15, 0.87], [1.16, 0.78], [0.9, 0.7], [0.56, 0.68]],
    [[0.6, 0.82], [0.95, 0.86], [1.18, 0.88], [1.15, 0.8], [0.92, 0.76], [0.58, 0.74]],
    [[0.58, 0.8], [0.86, 0.83], [1.04, 0.85], [1.06, 0.66], [0.86, 0.62], [0.6, 0.62]],
  ],
  truck: [
    [[0.66, 0.86], [0.9, 0.88], [1.08, 0.89], [1.08, 0.66], [0.88, 0.62], [0.66, 0.62]],
    [[0.7, 0.88], [0.92, 0.89], [1.1, 0.9], [1.08, 0.72], [0.88, 0.6], [0.7, 0.56]],
    [[0.68, 0.84], [0.9, 0.86], [1.08, 0.87], [1.06, 0.7], [0.88, 0.68], [0.68, 0.67]],
  ],
};

/** Openings of makes, left half, in shares of the width and height that the body leaves them. */
// oxfmt-ignore
const MAKE_GRILLES: Record<MakeLook["grille"], Outline> = {
  wide: [[0, 1], [1, 1], [0.9, 0], [0, 0]],
  block: [[0, 1], [0.88, 1], [0.88, 0], [0, 0]],
  hexagon: [[0, 1], [0.82, 1], [1, 0.5], [0.78, 0], [0, 0]],
  shield: [[0, 1.08], [0.72, 1.08], [0.78, 0.5], [0.5, -0.08], [0, -0.08]],
  trapeze: [[0, 0.92], [0.66, 0.92], [1.08, 0.12], [1, -0.04], [0, -0.04]],
  hourglass: [[0, 1.06], [0.84, 1.06], [0.5, 0.56], [1, -0.06], [0, -0.06]],
  arch: [[0, 1], [1.02, 1], [0.9, 0.62], [0.52, -0.04], [0, -0.04]],
  oval: [[0, 1], [0.66, 1], [1, 0.62], [0.66, 0.05], [0, 0]],
  twin: [[0.07, 1], [0.72, 1], [0.66, 0], [0.11, 0]],
  closed: [[0, 0.62], [0.7, 0.62], [0.66, 0.5], [0, 0.5]],
};

/** Which of a family's designs leaves an opening of that height, with its intake and plate. */
const DESIGN_OF_HEIGHT: Record<FrontFamily, Record<MakeLook["height"], 0 | 1 | 2>> = {
  car: { slim: 1, mid: 0, tall: 2 },
  coupe: { slim: 1, mid: 0, tall: 2 },
  suv: { slim: 2, mid: 0, tall: 1 },
  truck: { slim: 2, mid: 0, tall: 1 },
};

/** The seed's grille; a make's own opening where the make is known. */
export function chooseGrille({ shape, choices, look }: Picture): GrilleDesign {
  const designs = GRILLES[shape.front];
  if (!look) return designs[choices.grille];
  const design = designs[DESIGN_OF_HEIGHT[shape.front][look.height]];
  const width = Math.max(...design.upper.map(([distance]) => distance));
  const heights = design.upper.map(([, v]) => v);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const upper = MAKE_GRILLES[look.grille].map(([across, up]): Vec2 => [
    across * width,
    lerp(low, high, up),
  ]);
  return { ...design, upper };
}

const LAMP_DESIGN: Record<MakeLook["lamp"], 0 | 1 | 2> = {
  standard: 0,
  swept: 1,
  tall: 2,
  slim: 1,
  round: 2,
  split: 1,
};

/** The seed's lamp, or the make's. Upper corners are followed by the lower ones, inside out and back. */
export function chooseHeadlamp({ shape, choices, look }: Picture): HeadlampOutline {
  const designs = HEADLAMPS[shape.front];
  if (!look) return designs[choices.headlamp];
  const outline = designs[LAMP_DESIGN[look.lamp]];
  if (look.lamp === "round") return roundLamp(outline);
  return look.lamp === "slim" || look.lamp === "split" ? narrowLamp(outline) : outline;
}

/** A hexagon that its corner radius makes round. */
function roundLamp([inner, , outer, outerLow, , innerLow]: HeadlampOutline): HeadlampOutline {
  const x = lerp(inner[0], outer[0], 0.42);
  const v = (inner[1] + outer[1] + outerLow[1] + innerLow[1]) / 4 + 0.01;
  const [reach, rise] = [0.155, 0.115];
  return [
    [x - reach, v + rise / 2],
    [x, v + rise],
    [x + reach, v + rise / 2],
    [x + reach, v - rise / 2],
    [x, v - rise],
    [x - reach, v - rise / 2],
  ];
}

function narrowLamp([a, b, c, d, e, f]: HeadlampOutline): HeadlampOutline {
  const raise = (low: Vec2, high: Vec2): Vec2 => [low[0], lerp(low[1], high[1], 0.4)];
  return [a, b, c, raise(d, c), raise(e, b), raise(f, a)];
}
