import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { lerp, smoothstep, steps } from "../geometry/interpolate.ts";
import { mirror, normalize, type Vec3, cross, dot, negate, subtract } from "../geometry/vector.ts";

/** Heights of the rows of facets: closest where the flank turns. */
// oxfmt-ignore
const BODY_ROWS = [
  0, 0.04, 0.08, 0.13, 0.18, 0.24, 0.3, 0.36, 0.42, 0.48, 0.54, 0.59, 0.63, 0.66, 0.69, 0.73,
  0.78, 0.83, 0.88, 0.92, 0.95, 0.975, 1,
];
const GLASS_ROWS = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.85, 0.93, 1];
// oxfmt-ignore
const DECK_COLUMNS = [
  -1, -0.97, -0.92, -0.85, -0.75, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.75, 0.85, 0.92, 0.97, 1,
];
const ROOF_COLUMNS = [-1, -0.95, -0.85, -0.65, -0.35, 0, 0.35, 0.65, 0.85, 0.95, 1];

const FACING_UP: FacetRules = { outwardAt: () => [0, 0, 1], exposureAt: () => 1 };

/** Softens the facets inside their own silhouette, so that edges stay crisp. */
export function defineSkinSoftening({ sheet, unit }: Picture): void {
  const radius = coordinate(4.2 * Math.min(unit, 2.6));
  sheet.define(
    "filter",
    "soft",
    {
      x: "-2%",
      y: "-2%",
      width: "104%",
      height: "104%",
      "color-interpolation-filters": "sRGB",
    },
    `<feGaussianBlur stdDeviation="${radius}" result="b"/>` +
      '<feComposite in="b" in2="SourceAlpha" operator="in" result="c"/>' +
      '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="c"/></feMerge>',
  );
}

/** The painted body below the glass: flanks, nose, tail, bonnet and boot lid. */
export function drawBodySkin(picture: Picture): void {
  const { surface, sheet, paint, pen } = picture;
  const flanks: FacetPaths = new Map();
  const flankRules: FacetRules = {
    outwardAt: outwardFrom(0.6),
    exposureAt: (point) => lerp(0.62, 1, smoothstep(0.1, 0.62, point[2])),
  };
  addBothSides(flanks, picture, BODY_ROWS.map(surface.bodyRing), flankRules);

  const deck: FacetPaths = new Map();
  const { rearX, frontX } = surface.deckOutline;
  const deckRows = steps(rearX + 0.002, frontX - 0.002, 34).map((x) =>
    DECK_COLUMNS.map((share) => surface.deck(x, share)),
  );
  addFacets(deck, picture, deckRows, FACING_UP);

  const shoulder = surface.bodyRing(1);
  const fill = paint.at(normalize([0.25, 0.1, 1]), surface.deck(surface.windscreenX(0) + 0.4, 0.3));
  sheet.group(skinAttributes(picture), () => {
    sheet.fill(pen.polygon([...shoulder, ...shoulder.toReversed().map(mirror)]), fill);
    drawFacets(picture, flanks);
    drawFacets(picture, deck);
  });
}

/** The painted glasshouse: roof and pillars, before the glass is laid over them. */
export function drawGlasshouseSkin(picture: Picture): void {
  const { surface, sheet } = picture;
  const paths: FacetPaths = new Map();
  const sideRules: FacetRules = { outwardAt: outwardFrom(0.8), exposureAt: () => 1 };
  const roofed = { ...picture, paint: picture.roofPaint };
  addBothSides(paths, roofed, GLASS_ROWS.map(surface.glassRing), sideRules);

  const { rearX, frontX } = surface.roofOutline;
  const roofRows = steps(rearX + 0.002, frontX - 0.002, 16).map((x) =>
    ROOF_COLUMNS.map((share) => surface.roof(x, share)),
  );
  addFacets(paths, roofed, roofRows, FACING_UP);
  sheet.group(skinAttributes(picture), () => drawFacets(picture, paths));
}

function addBothSides(
  paths: FacetPaths,
  picture: Picture,
  rows: readonly Vec3[][],
  rules: FacetRules,
): void {
  addFacets(
    paths,
    picture,
    rows.map((row) => row.map(mirror)),
    rules,
  );
  addFacets(paths, picture, rows, rules);
}

/** The way out of a body whose middle line runs at a height: mostly sideways. */
function outwardFrom(middleHeight: number): FacetRules["outwardAt"] {
  return (point) => [point[0] * 0.25, point[1], (point[2] - middleHeight) * 0.6];
}

/** A thin stroke in the facets' own colour closes the hairlines between them. */
function skinAttributes({ sheet }: Picture) {
  return {
    "stroke-width": "1.6",
    "stroke-linejoin": "round",
    filter: sheet.reference("soft"),
  };
}

/** Facets of the painted skin, gathered by colour so that each colour is one path. */
type FacetPaths = Map<string, string[]>;

interface FacetRules {
  /** Roughly away from the car at a point, to tell a facet's outside from its inside. */
  outwardAt(point: Vec3): Vec3;
  /** How much light reaches a point, 1 being all. */
  exposureAt(point: Vec3): number;
}

/** Paints the facets between rows of points that face the camera. */
function addFacets(
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

function drawFacets({ sheet }: Picture, paths: FacetPaths): void {
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
