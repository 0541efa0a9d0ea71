import type { Picture } from "../drawing/picture.ts";
import type { WheelFace } from "./wheel-face.ts";

/** Disc, drilled holes and caliper behind the spokes; the caliper is red on sport cars. */
export function drawBrake(picture: Picture, face: WheelFace): void {
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
