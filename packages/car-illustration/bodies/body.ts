/** A point in centimetres: x from the nose to the tail, y up from the ground. */
export type Point = readonly [x: number, y: number];

/** A pillar between side windows, from the belt line up to the roof. */
export interface Pillar {
  bottomX: number;
  topX: number;
  width: number;
}

/** The side of a body, nose to the left. All lengths are centimetres; paths are SVG path data. */
export interface Body {
  length: number;
  height: number;
  /** The positions of the front and the rear axle. */
  axles: readonly [frontX: number, rearX: number];
  wheelRadius: number;
  /** The gap between the tyre and the edge of the wheel arch. */
  archGap: number;
  /**
   * Where the outline meets the lower edge: at the front, between the axles (`sill`) and at the
   * rear.
   */
  frontBottom: Point;
  sill: number;
  rearBottom: Point;
  /** From `frontBottom` over bonnet, roof and tail to `rearBottom`. */
  outline: string;
  /** All side windows as one opening. */
  windows: string;
  pillars: readonly Pillar[];
  /**
   * The crease along the side on which the light changes, nose to tail, and its height at the
   * doors.
   */
  crease: string;
  creaseHeight: number;
  /** The line above the sill. */
  rocker: string;
  /** Gaps around doors, bonnet and fuel flap. */
  gaps: readonly string[];
  handles: readonly Point[];
  mirror: Point;
  headlamp: string;
  /** The daytime running light inside the headlamp. */
  daylight: string;
  tailLamp: string;
  tailLight: string;
  /** Lower and upper edge of the grille, of which a side view shows a narrow part. */
  grille: readonly [bottomY: number, topY: number];
  /** Seat backs that are visible through the windows, each by the bottom of its rear edge. */
  seats: readonly Point[];
  /** Black plastic along arches and sill. */
  isClad?: boolean;
  /** Along the roof, on bodies that have rails. */
  roofRail?: string;
  /** Drawn over the paint of this body only: the gap between cab and bed. */
  bedGap?: string;
}
