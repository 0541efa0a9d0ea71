/** A point or direction on the sheet, in pixels, y down; also a pair of surface coordinates. */
export type Vec2 = readonly [x: number, y: number];

/** A point or direction on the car, in metres: x forward, y to the car's left, z up. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** A piece of the car's skin: two surface coordinates in, a point in metres out. */
export type Patch = (a: number, b: number) => Vec3;

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A zero vector stays zero, so that a collapsed facet does no harm. */
export function normalize(a: Vec3): Vec3 {
  const length = Math.hypot(a[0], a[1], a[2]) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

export function negate(a: Vec3): Vec3 {
  return [-a[0], -a[1], -a[2]];
}

/** The same point on the other flank of the car. */
export function mirror(point: Vec3): Vec3 {
  return [point[0], -point[1], point[2]];
}

export function distance2(a: Vec2, b: Vec2): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}
