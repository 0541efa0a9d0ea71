import type { Picture } from "../drawing/picture.ts";
import { steps } from "../geometry/interpolate.ts";
import { normalize, type Vec3 } from "../geometry/vector.ts";
import type { GlassKit } from "./glass-kit.ts";
import { drawScreen, drawScreenSheens, type Screen } from "./screen.ts";

export function drawRearGlass(picture: Picture, kit: GlassKit): void {
  const { sheet, pen, surface, shape, unit } = picture;
  const screen: Screen = {
    patch: surface.rearGlass,
    halfShare: 0.86,
    low: shape.rear === "deck" ? 0.06 : 0.16,
    high: 0.9,
    clip: "dr",
    tintName: "rt",
    tintStops: [
      [0, "#eef5fa", 0.32],
      [0.5, "#b9c8d4", 0.1],
      [1, "#05070a", 0.25],
    ],
    borderWidth: 6,
  };
  drawScreen(picture, kit, screen);
  drawScreenSheens(picture, kit, screen, 0.25, [
    [0.4, 0.25, 0.12],
    [0.72, 0.07, 0.09],
  ]);
  if (shape.rear === "gate") drawRoofSpoiler(picture);
  for (const q of [0.3, 0.42, 0.54, 0.66, 0.78]) {
    const heaterWire = pen.lineOn(
      surface.rearGlass,
      [
        [-0.7, q],
        [0.7, q],
      ],
      8,
    );
    sheet.stroke(heaterWire, "#3a2a24", 1 * unit, { opacity: ".35" });
  }
  if (shape.rear === "gate") {
    const wiper = pen.lineOn(surface.rearGlass, [
      [-0.06, screen.low + 0.02],
      [0.5, screen.low + 0.09],
    ]);
    sheet.stroke(wiper, "#020304", 4 * unit);
  }
}

/** The lip that carries the roof on over a lift gate, with the high brake lamp under it. */
function drawRoofSpoiler({ sheet, pen, surface, paint, unit }: Picture): void {
  const behind = (share: number, q: number, back: number, rise: number): Vec3 => {
    const [x, y, z] = surface.rearGlass(share, q);
    return [x - back, y, z + rise];
  };
  const lip = [
    steps(-0.86, 0.86, 12).map((share) => behind(share, 1, 0.13, 0.015)),
    steps(0.86, -0.86, 12).map((share) =>
      surface.roof(surface.rearGlass(share, 1)[0] + 0.14, share),
    ),
  ];
  sheet.fill(pen.shape(lip, 6), paint.at(normalize([-0.3, 0, 1]), [-2, 0, 1.5]));
  const underside = steps(-0.84, 0.84, 12).map((share) => behind(share, 1, 0.13, 0.005));
  sheet.stroke(pen.line(underside), "#000", 3 * unit, { opacity: ".45" });
  const brakeLamp = steps(-0.2, 0.2, 6).map((share) => behind(share, 0.985, 0.1, 0));
  sheet.stroke(pen.line(brakeLamp), "#7d1118", 4 * unit);
}
