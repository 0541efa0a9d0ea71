import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { clamp } from "../geometry/interpolate.ts";
import { mixHex } from "../light/colour.ts";
import { hash } from "../illustration/seeded-random.ts";
import type { RimFinish, WheelFace } from "./wheel-face.ts";
import { SPOKE_DESIGNS, type SpokeCorner, type SpokeDesign } from "./spoke-designs.ts";

/** All flanks of the spokes first, then their faces, then any pockets. */
export function drawSpokes(picture: Picture, face: WheelFace): void {
  const { sheet, unit, choices, isSport } = picture;
  const { finish } = face;
  const design: SpokeDesign = SPOKE_DESIGNS[choices.wheel];
  const angles = spokeAngles(design.count, wheelTurn(picture, face));
  const spokes = angles.flatMap((angle, index) => design.at(angle, index));

  for (const { corners } of spokes) {
    const flank = spokePath(picture, face, corners, -0.045);
    sheet.fill(flank, finish.deep, edgeStroke(finish.deep, 3 * unit));
  }
  for (const { corners, light } of spokes) {
    const colour = faceColour(finish, light);
    const top = spokePath(picture, face, corners, 0);
    sheet.fill(top, colour, edgeStroke(colour, 2.2 * unit));
  }
  if (design.pockets === "always" || (isSport && design.pockets === "sport")) {
    for (const angle of angles) drawPocket(picture, face, angle);
  }
}

/** Cap, its rings and five bolts. */
export function drawHub(picture: Picture, face: WheelFace): void {
  const { sheet, project, unit } = picture;
  const { ring, rimRadius, finish, point } = face;
  sheet.fill(ring(rimRadius * 0.235, -0.016), finish.shade);
  sheet.fill(ring(rimRadius * 0.2, -0.01), finish.light);
  sheet.fill(ring(rimRadius * 0.125, -0.006), "#14181b");
  sheet.fill(ring(rimRadius * 0.085, -0.005), finish.bright);
  sheet.fill(ring(rimRadius * 0.06, -0.005), "#22282d");
  const turn = wheelTurn(picture, face);
  for (let bolt = 0; bolt < 5; bolt++) {
    const centre = point(rimRadius * 0.175, (bolt / 5) * 6.283 + turn, -0.012);
    sheet.circle(project(centre), 2.2 * unit, { fill: "#16191c" });
  }
}

/** Each wheel has come to rest at its own angle. */
function wheelTurn({ seed }: Picture, { axleX }: WheelFace): number {
  return ((hash(`rot${seed}${axleX}`) % 100) / 100) * 0.9;
}

function spokeAngles(count: number, turn: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => (index / count) * Math.PI * 2 + turn + Math.PI / 2,
  );
}

function spokePath(
  { pen }: Picture,
  { point, rimRadius }: WheelFace,
  corners: readonly SpokeCorner[],
  lift: number,
): string {
  return pen.polygon(
    corners.map(([radius, angle, outset]) => point(rimRadius * radius, angle, lift + outset)),
  );
}

function drawPocket(picture: Picture, face: WheelFace, angle: number): void {
  const corners: SpokeCorner[] = [
    [0.42, angle - 0.1, -0.012],
    [0.42, angle + 0.1, -0.012],
    [0.9, angle + 0.13, 0.001],
    [0.9, angle - 0.13, 0.001],
  ];
  const pocket = spokePath(picture, face, corners, 0.003);
  picture.sheet.fill(pocket, face.finish.deep, { opacity: ".75" });
}

function faceColour({ bright, light, shade }: RimFinish, spokeLight: number): string {
  const share = clamp(0.5 + spokeLight * 0.5);
  return share > 0.5 ? mixHex(light, bright, (share - 0.5) * 2) : mixHex(shade, light, share * 2);
}

function edgeStroke(colour: string, widthPx: number) {
  return {
    stroke: colour,
    "stroke-width": coordinate(widthPx),
    "stroke-linejoin": "round",
  };
}
