import { curveThrough, type Curve } from "../geometry/curve.ts";
import { lerp, smoothstep } from "../geometry/interpolate.ts";
import {
  frontXAt,
  halfWidthAt,
  rearXAt,
  sampleOutline,
  type PlanOutline,
} from "../geometry/plan-outline.ts";
import type { Patch, Vec3 } from "../geometry/vector.ts";
import type { BodyShape } from "./body-shape.ts";

/** Powers of the glasshouse's superellipse ends, the same for every body. */
const GLASS_FRONT_POWER = 2.5;
const GLASS_REAR_POWER = 2.6;
/** The glasshouse starts a little below the shoulder, so that no gap shows. */
const GLASS_SINK = 0.03;

/** The glasshouse from shoulder to roof. */
export interface GlassSkin {
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

export function createGlassSkin(shape: BodyShape, shoulderHeight: Curve): GlassSkin {
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
