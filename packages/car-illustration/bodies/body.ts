/** A place in centimetres: x from the nose to the tail, y up from the ground. */
export type Point = readonly [x: number, y: number];

/** A pillar between side windows, from the belt up to the roof. */
export interface Pillar {
  bottomX: number;
  topX: number;
  width: number;
}

/** The side of a body, nose to the left. All lengths are centimetres; paths are SVG path data. */
export interface Body {
  length: number;
  height: number;
  /** Where the front and the rear axle stand. */
  axles: readonly [frontX: number, rearX: number];
  wheelRadius: number;
  /** Between the tyre and the edge of the wheel arch. */
  archGap: number;
  /** Where the outline meets the lower edge in front, between the axles and behind. */
  frontBottom: Point;
  sill: number;
  rearBottom: Point;
  /** From `frontBottom` over bonnet, roof and tail to `rearBottom`. */
  outline: string;
  /** All side windows as one opening. */
  windows: string;
  pillars: readonly Pillar[];
  /** The line along the flank where light breaks, nose to tail, and its height at the doors. */
  crease: string;
  creaseHeight: number;
  /** The line above the sill, and its height. */
  rocker: string;
  /** Gaps around doors, bonnet and fuel flap. */
  gaps: readonly string[];
  handles: readonly Point[];
  mirror: Point;
  headlamp: string;
  /** The daytime light inside the headlamp. */
  daylight: string;
  tailLamp: string;
  tailLight: string;
  /** Lower and upper edge of the opening in the nose, of which a side shows a sliver. */
  grille: readonly [bottomY: number, topY: number];
  /** Seat backs that show through the windows, each by the foot of its rear edge. */
  seats: readonly Point[];
  /** Black plastic along arches and sill. */
  isClad?: boolean;
  /** Along the roof, on bodies that have rails. */
  roofRail?: string;
  /** What lies over the paint of this body alone: the shut line between cab and bed. */
  bedGap?: string;
}
