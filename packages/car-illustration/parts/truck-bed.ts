import type { Picture } from "../drawing/picture.ts";
import { lerp, steps } from "../geometry/interpolate.ts";

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
