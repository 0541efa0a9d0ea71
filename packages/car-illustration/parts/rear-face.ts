import { coordinate } from "../drawing/path-data.ts";
import type { RearFamily } from "../bodies/body-shape.ts";
import type { Picture } from "../drawing/picture.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { drawPlate, fillAcross, fitToWidth, towardsSide, widthScale } from "./end-face.ts";
import { drawTailLamps } from "./tail-lamps.ts";

/** Lower and upper edge of the number plate, in v. */
const REAR_PLATES: Record<RearFamily, Vec2> = {
  deck: [0.6, 0.73],
  gate: [0.5, 0.61],
  truck: [0.09, 0.19],
};

/** Bumper, exhausts, lamps, lid and plate on the tail; in profile only what wraps the corner. */
export function drawRearFace(picture: Picture): void {
  const { shape, sees } = picture;
  drawBumper(picture);
  if (shape.rear !== "truck" && !sees.profile) drawExhausts(picture);
  drawTailLamps(picture);
  if (sees.profile) return;
  drawLid(picture);
  drawPlateAndRecess(picture);
  drawBadge(picture);
  if (shape.rear !== "truck") drawReflectors(picture);
  drawBumperCrease(picture);
}

/** Black plastic below; trucks have a separate bumper, bright except on sport cars. */
function drawBumper(picture: Picture): void {
  const { sheet, surface, shape, isLuxury, isSport } = picture;
  const { tail, halfWidth } = surface;
  const plastic = sheet.linearGradient("rb", [
    [0, "#2a2f34"],
    [0.4, "#15181b"],
    [1, "#07080a"],
  ]);
  const apron: Vec2[] = [
    [halfWidth * 0.98, 0],
    [halfWidth, shape.cladding ? 0.2 : 0.13],
    [0, shape.cladding ? 0.22 : 0.16],
    [0, 0],
  ];
  fillAcross(picture, tail, apron, plastic, 8);
  if (shape.rear !== "truck") return;
  const isBright = isLuxury || !isSport;
  const bumper: Vec2[] = [
    [halfWidth * 0.96, 0.04],
    [halfWidth * 0.98, 0.24],
    [0, 0.24],
    [0, 0.04],
  ];
  const finish = isBright
    ? sheet.linearGradient("rc", [
        [0, "#f0f3f5"],
        [0.4, "#a4acb3"],
        [0.6, "#5c646b"],
        [1, "#b9c0c6"],
      ])
    : "#111417";
  fillAcross(picture, tail, bumper, finish, 8);
}

function drawExhausts(picture: Picture): void {
  const { sheet, pen, surface, unit, isLuxury, isSport } = picture;
  const tip: Vec2[] = [
    [0.52, 0.085],
    [0.7, 0.085],
    [0.69, 0.03],
    [0.53, 0.03],
  ];
  const bore: Vec2[] = [
    [0.54, 0.075],
    [0.68, 0.075],
    [0.67, 0.038],
    [0.55, 0.038],
  ];
  for (const side of [-1, 1] as const) {
    const patch = towardsSide(surface.tail, side);
    const shape = (outline: Vec2[], radius: number): string =>
      pen.shapeOn(patch, fitToWidth(picture, outline), radius * unit, 4);
    sheet.fill(shape(tip, 8), isLuxury || isSport ? "#c9d0d6" : "#4a5157");
    sheet.fill(shape(bore, 6), "#050607");
  }
}

/** Shut lines of boot lid, lift gate or drop gate. */
function drawLid(picture: Picture): void {
  const { sheet, pen, surface, shape, unit } = picture;
  const { tail } = surface;
  if (shape.rear === "truck") {
    for (const side of [-1, 1]) {
      const gap = pen.lineOn(
        tail,
        [
          [0.7 * side, 0.98],
          [0.72 * side, 0.28],
        ],
        8,
      );
      sheet.stroke(gap, "#000", 3 * unit, { opacity: ".6" });
    }
    const crease = pen.lineOn(
      tail,
      [
        [-0.7, 0.8],
        [0, 0.8],
        [0.7, 0.8],
      ],
      8,
    );
    sheet.stroke(crease, "#fff", 2 * unit, { opacity: ".25" });
    const handle: Vec2[] = [
      [-0.14, 0.9],
      [0.14, 0.9],
      [0.14, 0.83],
      [-0.14, 0.83],
    ];
    sheet.fill(pen.shapeOn(tail, handle, 4, 4), "#111417");
    return;
  }
  const outline = shape.rear === "deck" ? BOOT_LID : liftGate(widthScale(picture));
  sheet.stroke(pen.lineOn(tail, outline, 8), "#000", 2.2 * unit, { opacity: ".5" });
}

// oxfmt-ignore
const BOOT_LID: readonly Vec2[] = [
  [-0.62, 0.985], [-0.58, 0.56], [0, 0.55], [0.58, 0.56], [0.62, 0.985],
];

// oxfmt-ignore
function liftGate(scale: number): Vec2[] {
  return [
    [-0.74 * scale, 0.99], [-0.7 * scale, 0.5], [-0.6, 0.42], [0, 0.41],
    [0.6, 0.42], [0.7 * scale, 0.5], [0.74 * scale, 0.99],
  ];
}

function drawPlateAndRecess(picture: Picture): void {
  const { sheet, pen, surface, shape, unit } = picture;
  const plate = REAR_PLATES[shape.rear];
  const [low, high] = plate;
  if (shape.rear !== "truck") {
    const recess: Vec2[] = [
      [-0.27, high + 0.03],
      [0.27, high + 0.03],
      [0.23, low - 0.03],
      [-0.23, low - 0.03],
    ];
    sheet.fill(pen.shapeOn(surface.tail, recess, 6 * unit, 6), "#000", { opacity: ".3" });
  }
  drawPlate(picture, surface.tail, plate, {
    plateOffset: 0,
    letterOffset: 0,
    letterHeight: 7,
    letterLength: 8,
    letterGap: 3.6,
  });
}

/** An empty ring: no maker's badge is shown. */
function drawBadge({ sheet, surface, shape, project, scale, unit }: Picture): void {
  const [x, , z] = surface.tail(0, shape.rear === "truck" ? 0.66 : 0.83);
  const centre = project([x - 0.01, 0, z]);
  sheet.ellipse(centre, [0.05 * scale * 0.85, 0.042 * scale], {
    fill: "#d9dfe4",
    stroke: "#333a40",
    "stroke-width": coordinate(unit),
  });
  sheet.ellipse(centre, [0.03 * scale * 0.85, 0.025 * scale], { fill: "#20262c" });
}

function drawReflectors(picture: Picture): void {
  const { sheet, pen, surface, unit } = picture;
  const reflector = fitToWidth(picture, [
    [0.66, 0.27],
    [0.9, 0.29],
  ]);
  for (const side of [-1, 1] as const) {
    const line = pen.lineOn(towardsSide(surface.tail, side), reflector);
    sheet.stroke(line, "#a3121a", 6 * unit);
  }
}

function drawBumperCrease({ sheet, pen, surface, unit }: Picture): void {
  const reach = surface.halfWidth * 0.9;
  const crease = (v: number): string =>
    pen.lineOn(
      surface.tail,
      [
        [-reach, v],
        [0, v - 0.04],
        [reach, v],
      ],
      14,
    );
  sheet.stroke(crease(0.4), "#fff", 2 * unit, { opacity: ".22" });
  sheet.stroke(crease(0.38), "#000", 3 * unit, { opacity: ".16" });
}
