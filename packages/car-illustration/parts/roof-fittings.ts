import { coordinate, pointText } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import { lerp, steps } from "../geometry/interpolate.ts";
import type { Vec3 } from "../geometry/vector.ts";

export function drawRoofRails({ sheet, pen, surface, unit, isLuxury, look }: Picture): void {
  const isBright = look ? look.rails === "bright" : isLuxury;
  const { frontX, rearX } = surface.roofOutline;
  const rail = pen.line(
    steps(0.1, 0.94, 16).map((share): Vec3 => {
      const [x, y, z] = surface.roof(lerp(frontX - 0.2, rearX + 0.16, share), 0.965);
      return [x, y, z + 0.012 * Math.min(1, Math.sin(share * Math.PI) * 6)];
    }),
  );
  sheet.stroke(rail, "#08090b", 8 * unit, {
    opacity: ".55",
    transform: `translate(0 ${coordinate(4 * unit)})`,
  });
  sheet.stroke(rail, isBright ? "#aeb6bd" : "#14171a", 6 * unit);
  if (isBright) sheet.stroke(rail, "#fff", 1.6 * unit, { opacity: ".7" });
}

/** The small fin at the back of the roof; black on black and sport cars. */
export function drawAntenna(picture: Picture): void {
  const { sheet, surface, project, roofPaint, isSport, colour } = picture;
  const foot = surface.roof(surface.roofOutline.rearX + 0.22, 0.05);
  const front = project(foot);
  const tip = project([foot[0] - 0.16, foot[1], foot[2] + 0.04]);
  const rear = project([foot[0] - 0.2, foot[1], foot[2] - 0.03]);
  const bend = pointText([lerp(front[0], tip[0], 0.6), lerp(front[1], tip[1], 0.7)]);
  const path = `M${pointText(front)}Q${bend} ${pointText(tip)}L${pointText(rear)}Z`;
  sheet.fill(path, isSport || colour === "Black" ? "#0c0e10" : roofPaint.at([0, 0.9, 0.2], foot));
}
