import type { BodyShape } from "./body-shape.ts";
import { createBodySkin, type BodySkin } from "./body-skin.ts";
import { createGlassSkin, type GlassSkin } from "./glass-skin.ts";

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
