import type { Picture } from "../drawing/picture.ts";
import type { Vec3 } from "../geometry/vector.ts";
import {
  createWheelFace,
  type WheelFace,
  createWheelPlane,
  wheelRing,
  type WheelPlace,
} from "./wheel-face.ts";
import { drawHub, drawSpokes } from "./wheel-spokes.ts";

/** Depth of a tyre, outer face to inner face. */
const TYRE_WIDTH = 0.235;

/** The wheels of the far flank, or all four where the flank does not show, as dark shapes. */
export function drawFarWheels(picture: Picture): void {
  const axle = picture.shape.wheelbase / 2;
  for (const axleX of picture.sees.front ? [-axle, axle] : [axle, -axle]) {
    const steerDeg = axleX > 0 ? picture.angle.steerDeg : 0;
    drawDarkWheel(picture, { axleX, side: -1, steerDeg });
  }
  if (picture.sees.flank) return;
  for (const axleX of [axle, -axle]) drawDarkWheel(picture, { axleX, side: 1, steerDeg: 0 });
}

function drawDarkWheel(picture: Picture, place: WheelPlace): void {
  const { sheet, pen, shape } = picture;
  const plane = createWheelPlane(picture, place);
  sheet.fill(pen.silhouette(tyreSolid(plane, shape.wheelRadius)), "#0a0b0c");
  const inner = wheelRing(plane, shape.wheelRadius * 0.98, -TYRE_WIDTH, 28);
  sheet.fill(pen.loop(inner), "#0d0f10");
}

export function drawNearWheel(picture: Picture, axleX: number): void {
  const { sheet, pen, shape } = picture;
  const face = createWheelFace(picture, axleX);
  sheet.fill(pen.silhouette(tyreSolid(face.point, shape.wheelRadius)), "#101214");
  drawTyre(picture, face);
  drawRimBowl(picture, face);
  drawBrake(picture, face);
  drawRimLip(picture, face);
  drawSpokes(picture, face);
  drawHub(picture, face);
}

function tyreSolid(plane: WheelFace["point"], radius: number): Vec3[] {
  return [
    ...wheelRing(plane, radius, 0, 40),
    ...wheelRing(plane, radius, -TYRE_WIDTH, 40),
    ...wheelRing(plane, radius * 0.985, 0.012, 40),
  ];
}

function drawTyre({ sheet, shape, unit }: Picture, { ring, nameEnd }: WheelFace): void {
  const radius = shape.wheelRadius;
  for (const depth of [-0.05, -0.1, -0.15, -0.2]) {
    sheet.stroke(ring(radius * 0.999, depth), "#22262a", 1.2 * unit, { opacity: ".6" });
  }
  const sidewall = sheet.linearGradient(`ty${nameEnd}`, [
    [0, "#3a3f44"],
    [0.3, "#1e2124"],
    [0.75, "#121416"],
    [1, "#1b1e20"],
  ]);
  sheet.fill(ring(radius * 0.985, 0.012), sidewall);
  sheet.stroke(ring(radius * 0.9, 0.014), "#000", 2 * unit, { opacity: ".5" });
  sheet.stroke(ring(radius * 0.955, 0.014), "#4a5056", 1.2 * unit, { opacity: ".5" });
}

/** The dark inside of the rim. */
function drawRimBowl({ sheet }: Picture, { ring, rimRadius, nameEnd }: WheelFace): void {
  sheet.fill(ring(rimRadius * 1.03, 0.012), "#050607");
  const bowl = sheet.linearGradient(`ba${nameEnd}`, [
    [0, "#050607"],
    [0.6, "#14171a"],
    [1, "#2c3136"],
  ]);
  sheet.fill(ring(rimRadius, 0.008), bowl);
  sheet.fill(ring(rimRadius * 0.93, -0.12), "#0c0e10");
}

function drawRimLip({ sheet, unit }: Picture, { ring, rimRadius, finish }: WheelFace): void {
  sheet.stroke(ring(rimRadius * 0.985, 0.01), finish.light, 5.5 * unit);
  sheet.stroke(ring(rimRadius, 0.012), finish.bright, 1.6 * unit, { opacity: ".9" });
  sheet.stroke(ring(rimRadius * 0.945, 0), finish.deep, 3 * unit, { opacity: ".8" });
}

/** Disc, drilled holes and caliper behind the spokes; the caliper is red on sport cars. */
function drawBrake(picture: Picture, face: WheelFace): void {
  const { sheet, project, unit } = picture;
  const { ring, rimRadius, point } = face;
  const disc = sheet.linearGradient(
    `br${face.nameEnd}`,
    [
      [0, "#a9afb5"],
      [0.5, "#6d747b"],
      [1, "#8d949b"],
    ],
    { box: [0, 0, 1, 1] },
  );
  sheet.fill(ring(rimRadius * 0.7, -0.1), disc);
  sheet.fill(ring(rimRadius * 0.34, -0.095), "#24282c");
  for (let hole = 0; hole < 26; hole++) {
    const angle = (hole / 26) * 6.283 + 0.1;
    const centre = point(rimRadius * (hole % 2 ? 0.58 : 0.48), angle, -0.098);
    sheet.circle(project(centre), 1.6 * unit, { fill: "#3b4046" });
  }
  drawCaliper(picture, face);
}

/** Behind the axle in front, ahead of it at the rear. */
function drawCaliper(picture: Picture, { axleX, rimRadius, point }: WheelFace): void {
  const { sheet, pen, isSport, isLuxury } = picture;
  const start = (axleX > 0 ? 2.5 : 0.65) - 0.45;
  const angles = Array.from({ length: 9 }, (_, index) => start + index * 0.1);
  const caliper = pen.loop([
    ...angles.map((angle) => point(rimRadius * 0.8, angle, -0.075)),
    ...angles.toReversed().map((angle) => point(rimRadius * 0.5, angle, -0.075)),
  ]);
  sheet.fill(caliper, isSport ? "#c1121c" : isLuxury ? "#3d444b" : "#2a2f34");
}
