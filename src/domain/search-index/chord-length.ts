import { EARTH_RADIUS_KM, type Point } from "#values/distance.ts";

/** On a sphere of radius 1. */
export type OnSphere = readonly [x: number, y: number, z: number];

/** Differences and a root measure a way between two of these, where degrees need sines. */
export function toUnitSphere({ lat, lon }: Point): OnSphere {
  const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/**
 * The straight way through the Earth, in Earth radii, between two points that lie so far apart on the
 * ground: the one grows as the other does.
 */
export function chordLength(km: number): number {
  return 2 * Math.sin(Math.min(km / EARTH_RADIUS_KM, Math.PI) / 2);
}
