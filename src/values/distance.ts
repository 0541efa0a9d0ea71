export type Point = { lat: number; lon: number };

/** IUGG mean radius of the Earth. */
export const EARTH_RADIUS_KM = 6371.0088;

/**
 * The great-circle distance in kilometres between two points in degrees (haversine, on a sphere:
 * within 0.5 %).
 */
export function distanceKm(from: Point, to: Point): number {
  const toRadians = Math.PI / 180;
  const north = Math.sin(((to.lat - from.lat) * toRadians) / 2) ** 2;
  const east = Math.sin(((to.lon - from.lon) * toRadians) / 2) ** 2;
  const both = Math.cos(from.lat * toRadians) * Math.cos(to.lat * toRadians);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, north + both * east)));
}

/**
 * The same in whole metres, by which cars are sorted: SQL and JavaScript differ in the last digit
 * of a sine, and cars at one place must have the same distance in both.
 */
export function distanceMetres(from: Point, to: Point): number {
  return Math.floor(distanceKm(from, to) * 1_000);
}

/**
 * The smallest box of latitudes and longitudes with every point within a distance. An index is
 * searched by it before the true distance is computed. Not valid at the poles or the date line.
 */
export function boxAround(centre: Point, radiusKm: number) {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const latSpan = (angle * 180) / Math.PI;
  const lonSpan =
    (Math.asin(Math.min(1, Math.sin(angle) / Math.cos((centre.lat * Math.PI) / 180))) * 180) /
    Math.PI;
  return {
    minLat: centre.lat - latSpan,
    maxLat: centre.lat + latSpan,
    minLon: centre.lon - lonSpan,
    maxLon: centre.lon + lonSpan,
  };
}
