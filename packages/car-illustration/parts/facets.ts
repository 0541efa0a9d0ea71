import type { Picture } from "../drawing/picture.ts";
import { cross, dot, negate, normalize, subtract, type Vec3 } from "../geometry/vector.ts";

/** Facets of the painted skin, gathered by colour so that each colour is one path. */
export type FacetPaths = Map<string, string[]>;

export interface FacetRules {
  /** Roughly away from the car at a point, to tell a facet's outside from its inside. */
  outwardAt(point: Vec3): Vec3;
  /** How much light reaches a point, 1 being all. */
  exposureAt(point: Vec3): number;
}

/** Paints the facets between rows of points that face the camera. */
export function addFacets(
  paths: FacetPaths,
  picture: Picture,
  rows: readonly (readonly Vec3[])[],
  { outwardAt, exposureAt }: FacetRules,
): void {
  const { camera, paint } = picture;
  for (const [a, b, c, d] of quadsBetween(rows)) {
    const across = cross(subtract(c, a), subtract(d, b));
    if (Math.hypot(...across) < 1e-7) continue;
    const middle: Vec3 = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2, (a[2] + c[2]) / 2];
    const unsigned = normalize(across);
    const normal = dot(unsigned, outwardAt(middle)) < 0 ? negate(unsigned) : unsigned;
    if (dot(normal, subtract(camera.position, middle)) <= 0) continue;
    const colour = paint.facetAt(normal, middle, exposureAt(middle));
    const path = quadPath([a, b, c, d], picture);
    const sameColour = paths.get(colour);
    if (sameColour) sameColour.push(path);
    else paths.set(colour, [path]);
  }
}

export function drawFacets({ sheet }: Picture, paths: FacetPaths): void {
  for (const [colour, quads] of paths) {
    sheet.mark(`<path fill="${colour}" stroke="${colour}" d="${quads.join("")}"/>`);
  }
}

type Quad = readonly [Vec3, Vec3, Vec3, Vec3];

function* quadsBetween(rows: readonly (readonly Vec3[])[]): Generator<Quad> {
  for (let row = 0; row < rows.length - 1; row++) {
    const near = rows[row]!;
    const next = rows[row + 1]!;
    for (let column = 0; column < near.length - 1; column++) {
      yield [near[column]!, near[column + 1]!, next[column + 1]!, next[column]!];
    }
  }
}

/** Whole pixels and relative moves: there are some two thousand of these in a picture. */
function quadPath(quad: Quad, { project }: Picture): string {
  let path = "";
  let [lastX, lastY] = [0, 0];
  for (const point of quad) {
    const [x, y] = project(point).map(Math.round) as [number, number];
    path += path ? `l${x - lastX} ${y - lastY}` : `M${x} ${y}`;
    [lastX, lastY] = [x, y];
  }
  return `${path}z`;
}
