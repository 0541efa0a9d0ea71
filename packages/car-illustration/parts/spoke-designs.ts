/** Corner of a spoke: share of the rim's radius, angle, and metres outwards. */
export type SpokeCorner = readonly [radius: number, angle: number, outset: number];

interface Spoke {
  corners: readonly SpokeCorner[];
  /** Light that the spoke catches, from -1 below to 1 above; a twin's halves differ. */
  light: number;
}

export interface SpokeDesign {
  count: number;
  /** The spoke or spokes at one place, whose middle points at an angle. */
  at(angle: number, index: number): readonly Spoke[];
  /** Dark pockets in the face of each spoke: always, on sport cars, or never. */
  pockets?: "always" | "sport";
}

/** The face dishes inwards towards the hub. */
const HUB = -0.022;
const MIDDLE = -0.012;

/** One for each value of Choices.wheel. */
export const SPOKE_DESIGNS = [
  { count: 5, at: twinSpoke },
  { count: 10, at: straightSpoke },
  { count: 7, at: forkedSpoke, pockets: "sport" },
  { count: 9, at: turbineSpoke },
  { count: 12, at: meshSpoke },
  { count: 6, at: wideSpoke, pockets: "always" },
] as const satisfies readonly SpokeDesign[];

function twinSpoke(angle: number): Spoke[] {
  return [-1, 1].map((side) => ({
    corners: [
      [0.2, angle + side * 0.1, HUB],
      [0.2, angle + side * 0.42, HUB],
      [0.55, angle + side * 0.24, MIDDLE],
      [0.96, angle + side * 0.235, 0],
      [0.96, angle + side * 0.075, 0],
      [0.55, angle + side * 0.05, MIDDLE],
    ],
    light: Math.sin(angle) + side * 0.2,
  }));
}

function straightSpoke(angle: number): Spoke[] {
  const corners: SpokeCorner[] = [
    [0.18, angle - 0.2, HUB],
    [0.18, angle + 0.2, HUB],
    [0.5, angle + 0.085, MIDDLE],
    [0.97, angle + 0.085, 0],
    [0.97, angle - 0.085, 0],
    [0.5, angle - 0.07, MIDDLE],
  ];
  return [{ corners, light: Math.sin(angle) }];
}

function forkedSpoke(angle: number): Spoke[] {
  const corners: SpokeCorner[] = [
    [0.18, angle - 0.24, HUB],
    [0.18, angle + 0.24, HUB],
    [0.5, angle + 0.07, MIDDLE],
    [0.96, angle + 0.3, 0],
    [0.96, angle + 0.18, 0],
    [0.6, angle, MIDDLE],
    [0.96, angle - 0.18, 0],
    [0.96, angle - 0.3, 0],
    [0.5, angle - 0.07, MIDDLE],
  ];
  return [{ corners, light: Math.sin(angle) }];
}

function turbineSpoke(angle: number): Spoke[] {
  const corners: SpokeCorner[] = [
    [0.18, angle - 0.3, HUB],
    [0.18, angle + 0.22, HUB],
    [0.55, angle + 0.24, MIDDLE],
    [0.97, angle + 0.36, 0],
    [0.97, angle + 0.16, 0],
    [0.55, angle + 0.02, MIDDLE],
  ];
  return [{ corners, light: Math.sin(angle) + 0.15 }];
}

/** Neighbours lean towards each other in pairs. */
function meshSpoke(angle: number, index: number): Spoke[] {
  const lean = index % 2 ? 0.07 : -0.07;
  const corners: SpokeCorner[] = [
    [0.2, angle - 0.11, HUB],
    [0.2, angle + 0.11, HUB],
    [0.97, angle + lean + 0.055, 0],
    [0.97, angle + lean - 0.055, 0],
  ];
  return [{ corners, light: Math.sin(angle) }];
}

function wideSpoke(angle: number): Spoke[] {
  const corners: SpokeCorner[] = [
    [0.2, angle - 0.36, HUB],
    [0.2, angle + 0.36, HUB],
    [0.6, angle + 0.17, MIDDLE],
    [0.97, angle + 0.24, 0],
    [0.97, angle - 0.24, 0],
    [0.6, angle - 0.17, MIDDLE],
  ];
  return [{ corners, light: Math.sin(angle) }];
}
