import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { GlassKit } from "./glass-kit.ts";
import { drawScreen, drawScreenSheens, screenTop, type Screen } from "./screen.ts";

export function drawWindscreen(picture: Picture, kit: GlassKit): void {
  const { sheet, pen, surface, project, unit } = picture;
  const screen: Screen = {
    patch: surface.windscreen,
    halfShare: 0.9,
    low: 0.045,
    high: 0.93,
    clip: "dw",
    tintName: "wt",
    tintStops: [
      [0, "#eef5fa", 0.34],
      [0.5, "#b9c8d4", 0.08],
      [1, "#05070a", 0.3],
    ],
    borderWidth: 7,
  };
  drawScreen(picture, kit, screen);
  drawScreenSheens(picture, kit, screen, 0.3, [
    [0.5, 0.22, 0.13],
    [0.78, 0.06, 0.1],
  ]);
  const mirror = rearViewMirrorPath(project(surface.windscreen(0, 0.86)), unit);
  sheet.fill(mirror, "#07090b", { opacity: ".85" });
  drawWipers(picture);
  sheet.stroke(pen.line(screenTop(screen)), "#fff", 2 * unit, { opacity: ".25" });
}

/** The inside mirror: a bowed bar narrowing downwards, around a point on the glass. */
function rearViewMirrorPath([x, y]: Vec2, unit: number): string {
  const size = (value: number): string => coordinate(value * unit);
  return (
    `M${coordinate(x - 17 * unit)} ${coordinate(y - 6 * unit)}` +
    `q${size(17)} ${size(-5)} ${size(34)} 0q${size(2)} ${size(9)} ${size(-4)} ${size(12)}` +
    `h${size(-26)}q${size(-6)} ${size(-3)} ${size(-4)} ${size(-12)}Z`
  );
}

function drawWipers({ sheet, pen, surface, unit }: Picture): void {
  const left: Vec2[] = [
    [0.05, 0.03],
    [0.78, 0.085],
  ];
  const right: Vec2[] = [
    [-0.75, 0.03],
    [-0.06, 0.085],
  ];
  for (const wiper of [left, right]) {
    sheet.stroke(pen.lineOn(surface.windscreen, wiper), "#020304", 4.5 * unit);
  }
}
