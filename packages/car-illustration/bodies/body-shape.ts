import type { Vec2 } from "../geometry/vector.ts";

/** Points of a curve, in rising order of the first number. */
export type CurvePoints = readonly Vec2[];

/** Which family of bumper, grille and lamps the front wears. */
export type FrontFamily = "car" | "coupe" | "suv" | "truck";

/** How the rear opens: a boot lid, a lift gate or a drop gate. */
export type RearFamily = "deck" | "gate" | "truck";

/**
 * A body type as a handful of real-world curves. Metres; x = 0 is the middle of the wheelbase and
 * the front is +x. `v` runs up the body from sill (0) to shoulder (1), `q` up the glasshouse from
 * shoulder (0) to roof edge (1).
 */
export interface BodyShape {
  front: FrontFamily;
  rear: RearFamily;

  wheelbase: number;
  frontOverhang: number;
  rearOverhang: number;
  width: number;
  wheelRadius: number;
  /** Gap between the tyre and the edge of the wheel arch. */
  archGap: number;

  /** In plan the ends are superellipses: how deep the rounding runs, and its power. */
  noseDepth: number;
  nosePower: number;
  tailDepth: number;
  tailPower: number;
  /** The same for the glasshouse, whose powers all bodies share. */
  glassFrontDepth: number;
  glassRearDepth: number;

  /** How far bonnet and boot lid, and the roof, bulge above their edges. */
  deckCrown: number;
  roofCrown: number;
  /** Height by which the picture is framed, so that tall bodies look tall. */
  framingHeight: number;

  /** Heights over x: lower edge of the doors, shoulder under the glass, edge of the roof. */
  sill: CurvePoints;
  shoulder: CurvePoints;
  roofEdge: CurvePoints;
  /** Share of the half width over v: the section of the flank. */
  flankSection: CurvePoints;
  /** How far the nose and the tail draw back over v. */
  noseSetback: CurvePoints;
  tailSetback: CurvePoints;
  /** Position over q of the windscreen and the rear glass. */
  windscreen: CurvePoints;
  rearGlass: CurvePoints;
  /** Share of the half width over q: how the glasshouse leans in. */
  glassSection: CurvePoints;
  /** From the rear glass forward to where the side windows end, over q. */
  rearQuarter: CurvePoints;

  /** Position and width of each pillar between side windows. */
  pillars: readonly (readonly [x: number, width: number])[];
  /** Front and rear edge of each door, front door first. */
  doors: readonly (readonly [frontX: number, rearX: number])[];
  /** Rows of seats, front row first. */
  seatRows: readonly [number, ...number[]];

  /** Black plastic on sills and arches. */
  cladding?: boolean;
  roofRails?: boolean;
  /** The rear door slides along a rail. */
  slidingDoor?: boolean;
  /** Where the open bed begins behind the cab. */
  bedFrontX?: number;
}

interface Stretch {
  /** Shares of the drawn length and height. */
  length: number;
  bodyHeight: number;
  /** Metres by which the top of the rear glass leans forward. */
  rearRake: number;
}

/** The same body longer, taller or with a flatter tail; wheels, sills and widths stay. */
export function stretchBody(
  shape: BodyShape,
  { length, bodyHeight: height, rearRake }: Stretch,
): BodyShape {
  const along = (points: CurvePoints, rise: number): CurvePoints =>
    points.map(([x, z]): Vec2 => [x * length, z * rise]);
  const reach = (points: CurvePoints): CurvePoints => points.map(([q, x]): Vec2 => [q, x * length]);
  const [firstRow, ...otherRows] = shape.seatRows;
  return {
    ...shape,
    wheelbase: shape.wheelbase * length,
    frontOverhang: shape.frontOverhang * length,
    rearOverhang: shape.rearOverhang * length,
    framingHeight: shape.framingHeight * height,
    sill: along(shape.sill, 1),
    shoulder: along(shape.shoulder, height),
    roofEdge: along(shape.roofEdge, height),
    windscreen: reach(shape.windscreen),
    rearGlass: shape.rearGlass.map(([q, x]): Vec2 => [q, x * length + rearRake * q]),
    rearQuarter: reach(shape.rearQuarter),
    pillars: shape.pillars.map(([x, width]) => [x * length, width] as const),
    doors: shape.doors.map(([front, rear]) => [front * length, rear * length] as const),
    seatRows: [firstRow * length, ...otherRows.map((x) => x * length)],
    ...(shape.bedFrontX === undefined ? {} : { bedFrontX: shape.bedFrontX * length }),
  };
}
