import type { Picture } from "../drawing/picture.ts";
import { lerp, steps } from "../geometry/interpolate.ts";
import type { Vec2 } from "../geometry/vector.ts";

/** Shut lines, two creases and a sheen on the bonnet, and the dark scuttle under the windscreen. */
export function drawBonnet({ sheet, pen, surface, unit }: Picture): void {
  const { deck } = surface;
  const baseX = surface.windscreenX(0) - 0.12;
  const noseX = surface.deckOutline.frontX;
  const towardsNose = (share: number): number => lerp(baseX, noseX, share);
  for (const side of [1, -1]) {
    const line = (corners: readonly Vec2[]): string =>
      pen.lineOn(
        deck,
        corners.map(([x, share]): Vec2 => [x, share * side]),
      );
    const shut = line([
      [baseX, 0.9],
      [towardsNose(0.55), 0.87],
      [noseX - 0.2, 0.8],
    ]);
    const crest = line([
      [baseX, 0.58],
      [towardsNose(0.6), 0.5],
      [noseX - 0.1, 0.42],
    ]);
    const shade = line([
      [baseX, 0.545],
      [towardsNose(0.6), 0.465],
      [noseX - 0.1, 0.39],
    ]);
    sheet.stroke(shut, "#000", 2.2 * unit, { opacity: ".45" });
    sheet.stroke(crest, "#fff", 2 * unit, { opacity: ".13" });
    sheet.stroke(shade, "#000", 3 * unit, { opacity: ".1" });
  }

  const sheenEndX = noseX - 0.28;
  const sheen = pen.shapeOn(
    deck,
    [
      [baseX, 0.5],
      [lerp(baseX, sheenEndX, 0.6), 0.42],
      [sheenEndX, 0.34],
      [sheenEndX + 0.04, 0.12],
      [lerp(baseX, sheenEndX, 0.5), 0.08],
      [baseX, 0.1],
    ],
    16 * unit,
    10,
  );
  const fade = sheet.linearGradient(
    "hd",
    [
      [0, "#fff", 0.3],
      [1, "#fff", 0],
    ],
    { box: [1, 0, 0, 1] },
  );
  sheet.fill(sheen, fade, { opacity: ".8" });

  const scuttle = [
    steps(0, 1, 10).map((share) => deck(baseX + 0.2, lerp(-0.9, 0.9, share))),
    steps(0, 1, 10).map((share) => deck(baseX - 0.1, lerp(0.93, -0.93, share))),
  ];
  sheet.fill(pen.shape(scuttle, 5), "#0a0c0f");
}

/** The open bed behind the cab, with a dark rail along its near edge. */
export function drawTruckBed({ sheet, pen, surface, unit }: Picture, bedFrontX: number): void {
  const { deck } = surface;
  const bedRearX = surface.deckOutline.rearX + 0.06;
  const opening = [
    [deck(bedFrontX, -0.9), deck(bedFrontX, 0.9)],
    steps(0, 1, 10).map((share) => deck(lerp(bedFrontX, bedRearX, share), 0.9)),
    [deck(bedRearX, 0.9), deck(bedRearX, -0.9)],
    steps(0, 1, 10).map((share) => deck(lerp(bedRearX, bedFrontX, share), -0.9)),
  ];
  sheet.fill(pen.shape(opening, 4), "#0c0e11");
  const rail = pen.lineOn(deck, [
    [bedFrontX, 0.955],
    [bedRearX, 0.955],
  ]);
  sheet.stroke(rail, "#1a1d21", 9 * unit);
}
