import type { BodyShape } from "./body-shape.ts";
import { curveThrough, type Curve } from "../geometry/curve.ts";
import { clamp, lerp, smoothstep } from "../geometry/interpolate.ts";
import {
  halfWidthAt,
  measurePath,
  pointAlong,
  sampleOutline,
  type MeasuredPath,
  type PlanOutline,
  frontXAt,
  rearXAt,
} from "../geometry/plan-outline.ts";
import type { Patch, Vec3 } from "../geometry/vector.ts";

/** The body from sill to shoulder. */
interface BodySkin {
  frontX: number;
  rearX: number;
  halfWidth: number;
  sillHeight: Curve;
  shoulderHeight: Curve;
  /** The outline at the shoulder, around bonnet and boot lid. */
  deckOutline: PlanOutline;
  /** (x, v) on the left flank. */
  flank: Patch;
  /** The left flank at a height in metres, moved outwards by `outset`. */
  flankAtHeight(x: number, z: number, outset?: number): Vec3;
  /** The v of a height in metres. */
  heightShare(x: number, z: number): number;
  /** (distance around the nose or tail from its middle, v); negative to the car's right. */
  nose: Patch;
  tail: Patch;
  /** (x, share of half width) on bonnet and boot lid. */
  deck: Patch;
  /** Points around the left half at v, nose to tail. */
  bodyRing(v: number): Vec3[];
}

/** A number at an x and a height. */
type HeightField = (x: number, height: number) => number;

function createBodySkin(shape: BodyShape): BodySkin {
  const frontX = shape.wheelbase / 2 + shape.frontOverhang;
  const rearX = -(shape.wheelbase / 2 + shape.rearOverhang);
  const halfWidth = shape.width / 2;
  const sillHeight = curveThrough(shape.sill);
  const shoulderHeight = curveThrough(shape.shoulder);
  const noseSetback = curveThrough(shape.noseSetback);
  const tailSetback = curveThrough(shape.tailSetback);
  const section = curveThrough(shape.flankSection);

  const outlineAt = (v: number): PlanOutline => {
    const height = clamp(v);
    return {
      frontX: frontX - noseSetback(height),
      rearX: rearX + tailSetback(height),
      halfWidth: halfWidth * section(height),
      frontDepth: shape.noseDepth,
      frontPower: shape.nosePower,
      rearDepth: shape.tailDepth,
      rearPower: shape.tailPower,
    };
  };
  /** The arches swell outwards, and the whole flank is barrelled a little. */
  const flare = (x: number, v: number): number => {
    const midHeight = smoothstep(0.05, 0.4, v) * (1 - smoothstep(0.62, 0.98, v));
    const near = (axleX: number): number => Math.exp(-(((x - axleX) / 0.46) ** 2));
    const arches = near(shape.wheelbase / 2) + near(-shape.wheelbase / 2);
    return 1 + 0.022 * midHeight * arches - 0.006 * (x / 2.2) ** 2;
  };
  const heightAt: HeightField = (x, v) => lerp(sillHeight(x), shoulderHeight(x), v);
  const heightShare: HeightField = (x, z) =>
    (z - sillHeight(x)) / (shoulderHeight(x) - sillHeight(x));
  const deckOutline = outlineAt(1);

  return {
    frontX,
    rearX,
    halfWidth,
    sillHeight,
    shoulderHeight,
    deckOutline,
    heightShare,
    flank: (x: number, v: number): Vec3 => [
      x,
      halfWidthAt(outlineAt(v), x) * flare(x, v),
      heightAt(x, v),
    ],
    flankAtHeight: (x: number, z: number, outset = 0): Vec3 => {
      const v = clamp(heightShare(x, z));
      return [x, halfWidthAt(outlineAt(v), x) * flare(x, v) + outset, z];
    },
    nose: createEndPatch(outlineAt, flare, heightAt, "nose"),
    tail: createEndPatch(outlineAt, flare, heightAt, "tail"),
    deck: (x: number, share: number): Vec3 => {
      const crown =
        shape.deckCrown *
        (1 - Math.exp(-Math.max(0, deckOutline.frontX - x) / 0.16)) *
        (1 - Math.exp(-Math.max(0, x - deckOutline.rearX) / 0.12));
      return [
        x,
        share * (halfWidthAt(deckOutline, x) * flare(x, 1)),
        shoulderHeight(x) + crown * (1 - share * share),
      ];
    },
    bodyRing: (v: number): Vec3[] =>
      sampleOutline(outlineAt(v), { front: 14, flank: 26, rear: 12 }).map(([x, y]) => [
        x,
        y * flare(x, v),
        heightAt(x, v),
      ]),
  };
}

/** Nose and tail are measured by the distance walked around them, so that lamps wrap the corner. */
function createEndPatch(
  outlineAt: (v: number) => PlanOutline,
  flare: HeightField,
  heightAt: HeightField,
  end: "nose" | "tail",
): Patch {
  const pathByHeight = new Map<string, MeasuredPath>();
  const pathAt = (v: number): MeasuredPath => {
    const key = v.toFixed(3);
    const known = pathByHeight.get(key);
    if (known) return known;
    const points = sampleOutline(outlineAt(v), { front: 60, flank: 40, rear: 60 });
    const path = measurePath(end === "tail" ? points.reverse() : points);
    pathByHeight.set(key, path);
    return path;
  };
  return (distance, v) => {
    const [x, y] = pointAlong(pathAt(clamp(v)), Math.abs(distance));
    return [x, Math.sign(distance || 1) * (y * flare(x, clamp(v))), heightAt(x, v)];
  };
}

/** Powers of the glasshouse's superellipse ends, the same for every body. */
const GLASS_FRONT_POWER = 2.5;
const GLASS_REAR_POWER = 2.6;
/** The glasshouse starts a little below the shoulder, so that no gap shows. */
const GLASS_SINK = 0.03;

/** The glasshouse from shoulder to roof. */
interface GlassSkin {
  roofEdgeHeight: Curve;
  windscreenX: Curve;
  rearGlassX: Curve;
  /** The outline at the roof edge. */
  roofOutline: PlanOutline;
  /** (x, q) on a side of the glasshouse. */
  glassSide(x: number, q: number, side?: 1 | -1): Vec3;
  /** (share of half width, q) on the windscreen and the rear glass. */
  windscreen: Patch;
  rearGlass: Patch;
  /** (x, share of half width). */
  roof: Patch;
  /** Points around the left half at q, nose to tail. */
  glassRing(q: number): Vec3[];
}

function createGlassSkin(shape: BodyShape, shoulderHeight: Curve): GlassSkin {
  const windscreenX = curveThrough(shape.windscreen);
  const rearGlassX = curveThrough(shape.rearGlass);
  const section = curveThrough(shape.glassSection);
  const roofEdgeHeight = curveThrough(shape.roofEdge);

  const outlineAt = (q: number): PlanOutline => ({
    frontX: windscreenX(q),
    rearX: rearGlassX(q),
    halfWidth: (shape.width / 2) * section(q),
    frontDepth: shape.glassFrontDepth,
    frontPower: GLASS_FRONT_POWER,
    rearDepth: shape.glassRearDepth,
    rearPower: GLASS_REAR_POWER,
  });
  const heightAt = (x: number, q: number): number =>
    lerp(shoulderHeight(x) - GLASS_SINK, roofEdgeHeight(x), q);
  const roofOutline = outlineAt(1);

  return {
    windscreenX,
    rearGlassX,
    roofEdgeHeight,
    roofOutline,
    glassSide: (x: number, q: number, side: 1 | -1 = 1): Vec3 => [
      x,
      side * halfWidthAt(outlineAt(q), x),
      heightAt(x, q),
    ],
    windscreen: (share: number, q: number): Vec3 => {
      const outline = outlineAt(q);
      const x = frontXAt(outline, share);
      return [x, share * outline.halfWidth, heightAt(x, q)];
    },
    rearGlass: (share: number, q: number): Vec3 => {
      const outline = outlineAt(q);
      const x = rearXAt(outline, share);
      return [x, share * outline.halfWidth, heightAt(x, q)];
    },
    roof: (x: number, share: number): Vec3 => {
      const crown =
        shape.roofCrown *
        (1 - share * share) *
        smoothstep(0, 0.3, roofOutline.frontX - x) ** 0.5 *
        smoothstep(0, 0.3, x - roofOutline.rearX) ** 0.5;
      return [x, share * halfWidthAt(roofOutline, x), heightAt(x, 1) + crown];
    },
    glassRing: (q: number): Vec3[] =>
      sampleOutline(outlineAt(q), { front: 10, flank: 14, rear: 10 }).map(([x, y]) => [
        x,
        y,
        heightAt(x, q),
      ]),
  };
}

/**
 * The skin of one body, as functions from surface coordinates to metres. Only the left flank is
 * described: the right one is its mirror image. `v` and `q` are the heights of body and glasshouse,
 * as in BodyShape.
 */
export type CarSurface = BodySkin & GlassSkin;

export function createCarSurface(shape: BodyShape): CarSurface {
  const body = createBodySkin(shape);
  return { ...body, ...createGlassSkin(shape, body.shoulderHeight) };
}
