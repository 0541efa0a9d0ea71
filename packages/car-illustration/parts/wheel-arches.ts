import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { clamp, lerp } from "../geometry/interpolate.ts";
import { normalize, type Vec3 } from "../geometry/vector.ts";
import { drawNearWheel } from "./wheel.ts";
import { wheelCentreY } from "./wheel-face.ts";

/** An arch of one axle, as points on the near flank. */
interface Arch {
  axleX: number;
  /** Ends the names of this axle's clips and gradients. */
  nameEnd: "f" | "r";
  wellRadius: number;
  lipRadius: number;
  pointAt(radius: number, angle: number): Vec3;
  arc(radius: number, fromAngle: number, toAngle: number, count?: number): Vec3[];
  /** The angle at which a radius meets the sill. */
  sillAngle(radius: number): number;
}

/** The wheel wells of the near flank with their lips, and the wheels in them. */
export function drawArchesAndWheels(picture: Picture, plastic: string): void {
  const frontAxle = picture.shape.wheelbase / 2;
  // The axle farther from the camera comes first.
  for (const axleX of picture.sees.rear ? [frontAxle, -frontAxle] : [-frontAxle, frontAxle]) {
    const arch = createArch(picture, axleX);
    drawLip(picture, arch, plastic);
    drawWell(picture, arch);
  }
}

function createArch({ shape, surface }: Picture, axleX: number): Arch {
  const { wheelRadius } = shape;
  const wellRadius = wheelRadius + shape.archGap;
  const lipWidth = shape.cladding ? 0.075 : shape.bedFrontX === undefined ? 0.028 : 0.045;
  const pointAt = (radius: number, angle: number): Vec3 =>
    surface.flankAtHeight(axleX + Math.cos(angle) * radius, wheelRadius + Math.sin(angle) * radius);
  return {
    axleX,
    nameEnd: axleX > 0 ? "f" : "r",
    wellRadius,
    lipRadius: wellRadius + lipWidth,
    pointAt,
    arc: (radius, from, to, count = 30) =>
      Array.from({ length: count + 1 }, (_, index) =>
        pointAt(radius, lerp(from, to, index / count)),
      ),
    sillAngle: (radius) =>
      Math.asin(clamp((surface.sillHeight(axleX) - wheelRadius) / radius, -1, 1)),
  };
}

/** A wide flat lip on SUVs and trucks, a light edge on cars. */
function drawLip(picture: Picture, arch: Arch, plastic: string): void {
  const { sheet, pen, shape, unit } = picture;
  const { arc, lipRadius, wellRadius, pointAt } = arch;
  const lowAngle = arch.sillAngle(lipRadius);
  if (!shape.cladding && shape.bedFrontX === undefined) {
    const edge = pen.line(arc(lipRadius, lowAngle, Math.PI - lowAngle));
    const shade = pen.line(arc(wellRadius + 0.008, lowAngle, Math.PI - lowAngle));
    sheet.stroke(edge, "#fff", 2.4 * unit, { opacity: ".3" });
    sheet.stroke(shade, "#000", 4 * unit, { opacity: ".35" });
    return;
  }
  const start = lowAngle - 0.02;
  const end = Math.PI - start;
  const innerRadius = wellRadius - 0.02;
  const lip = [
    arc(lipRadius, start, end),
    [pointAt(lipRadius, end), pointAt(innerRadius, end)],
    arc(innerRadius, end, start),
    [pointAt(innerRadius, start), pointAt(lipRadius, start)],
  ];
  sheet.fill(pen.shape(lip, 3), lipPaint(picture, arch, plastic));
  const highlight = pen.line(arc(lipRadius, start + 0.1, Math.PI - start - 0.1));
  sheet.stroke(highlight, "#fff", 1.4 * unit, { opacity: ".25" });
}

function lipPaint(picture: Picture, { axleX, wellRadius }: Arch, plastic: string): string {
  const { shape, surface, paint, isSport, isLuxury } = picture;
  if (shape.cladding) return plastic;
  if (!isSport && !isLuxury) return "#16181b";
  const top: Vec3 = [axleX, surface.halfWidth, shape.wheelRadius + wellRadius];
  return paint.at(normalize([0, 0.8, 0.3]), top, 0.85);
}

function drawWell(picture: Picture, arch: Arch): void {
  const { sheet, pen, unit } = picture;
  const { arc, wellRadius, pointAt, nameEnd } = arch;
  const clip = `w${nameEnd}`;
  sheet.clip(clip, ...wheelOpening(picture, arch));

  const start = arch.sillAngle(wellRadius) - 0.25;
  const end = Math.PI - start;
  const well = [
    arc(wellRadius, start, end),
    [pointAt(wellRadius, end), pointAt(wellRadius, start)],
  ];
  const dark = sheet.linearGradient(`well${nameEnd}`, [
    [0, "#020304"],
    [1, "#0c0e10"],
  ]);
  sheet.fill(pen.shape(well, 1), dark);
  sheet.clipped(clip, () => drawNearWheel(picture, arch.axleX));

  const contactShade = pen.line(arc(wellRadius - 0.01, 0.1, Math.PI - 0.1));
  sheet.clipped(clip, () =>
    sheet.fill(contactShade, "none", {
      stroke: "#000",
      "stroke-width": coordinate(30 * unit),
      opacity: ".5",
      filter: sheet.reference("bs"),
    }),
  );
}

/** Where the wheel may show: the round well, and below it down to the ground. */
function wheelOpening({ pen, shape, surface }: Picture, arch: Arch): [string, string] {
  const { axleX, wellRadius, pointAt } = arch;
  const round = Array.from({ length: 40 }, (_, index) =>
    pointAt(wellRadius, (index / 40) * Math.PI * 2),
  );
  const wheelY = wheelCentreY(surface);
  const down: Vec3[] = [
    [axleX - wellRadius, wheelY + 0.06, shape.wheelRadius],
    [axleX + wellRadius, wheelY + 0.06, shape.wheelRadius],
    [axleX + wellRadius * 1.15, wheelY + 0.12, -0.12],
    [axleX - wellRadius * 1.15, wheelY + 0.12, -0.12],
    [axleX + wellRadius, wheelY - 0.35, -0.02],
    [axleX - wellRadius, wheelY - 0.35, -0.02],
  ];
  return [pen.loop(round), pen.silhouette(down)];
}
