import type { Picture } from "../drawing/picture.ts";
import { curveThrough, type Curve } from "../geometry/curve.ts";
import { lerp, steps } from "../geometry/interpolate.ts";
import type { Vec3 } from "../geometry/vector.ts";

/** Lower and upper edge of the side windows, in q. */
export const WINDOW_LOW = 0.1;
const WINDOW_HIGH = 0.875;

/** Where the band of side windows begins and ends, over q. */
interface WindowBand {
  frontX: Curve;
  rearX: Curve;
}

export function sideWindowBand({ shape, surface }: Picture): WindowBand {
  const rearQuarter = curveThrough(shape.rearQuarter);
  return {
    frontX: (q) => surface.windscreenX(q) - shape.glassFrontDepth + 0.1,
    rearX: (q) => surface.rearGlassX(q) + rearQuarter(q),
  };
}

type WindowEdges = readonly [front: Vec3[], top: Vec3[], rear: Vec3[], bottom: Vec3[]];

/** The edges around the side windows of one side, drawn in by an inset in metres. */
export function sideWindowEdges(picture: Picture, side: 1 | -1, inset = 0): WindowEdges {
  const { glassSide } = picture.surface;
  const band = sideWindowBand(picture);
  const frontX: Curve = (q) => band.frontX(q) - inset * 0.8;
  const rearX: Curve = (q) => band.rearX(q) + inset;
  const low = WINDOW_LOW + inset * 0.9;
  const high = WINDOW_HIGH - inset * 0.9;
  const along = (fromX: number, toX: number, q: number): Vec3[] =>
    steps(0, 1, 14).map((share) => glassSide(lerp(fromX, toX, share), q, side));
  return [
    steps(low, high).map((q) => glassSide(frontX(q), q, side)),
    along(frontX(high), rearX(high), high),
    steps(high, low).map((q) => glassSide(rearX(q), q, side)),
    along(rearX(low), frontX(low), low),
  ];
}
