import { coordinate, smoothLinePath } from "../drawing/path-data.ts";
import type { GradientStop, Sheet } from "../drawing/sheet.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Random } from "../illustration/seeded-random.ts";

/** What a backdrop is drawn with. The order of draws from `random` is part of the picture. */
export interface Scene {
  sheet: Sheet;
  horizonY: number;
  random: Random;
}

export function drawSky({ sheet, horizonY }: Scene, stops: readonly GradientStop[]): void {
  sheet.rect(0, horizonY + 4, sheet.linearGradient("sk", stops));
}

/** The ground in front: three shades from a line down, the second at a share of the way. */
export function drawGround(
  { sheet }: Scene,
  topY: number,
  height: number,
  stops: readonly GradientStop[],
): void {
  sheet.rect(topY, height, sheet.linearGradient("gd", stops));
}

/** A rolling skyline of hills, filled down to a line. */
export function hillsPath(
  { sheet, random }: Scene,
  hills: { baseY: number; height: number; count: number; fillToY: number },
): string {
  const skyline = Array.from({ length: hills.count + 1 }, (_, index): Vec2 => [
    (index / hills.count) * sheet.width,
    hills.baseY - hills.height * (0.35 + 0.65 * random()) * (0.5 + 0.5 * Math.sin(index)),
  ]);
  const bottom = coordinate(hills.fillToY);
  return `${smoothLinePath(skyline)}L${sheet.width + 10} ${bottom}L-10 ${bottom}Z`;
}
