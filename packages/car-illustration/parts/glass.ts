import type { Picture } from "../drawing/picture.ts";
import { createGlassKit } from "./glass-kit.ts";
import { drawRearGlass } from "./rear-glass.ts";
import { drawSideGlass } from "./side-glass.ts";
import { drawWindscreen } from "./windscreen.ts";

export function drawGlass(picture: Picture): void {
  const kit = createGlassKit(picture);
  if (picture.sees.flank) drawSideGlass(picture, kit);
  if (picture.sees.front) drawWindscreen(picture, kit);
  if (picture.sees.rear) drawRearGlass(picture, kit);
}
