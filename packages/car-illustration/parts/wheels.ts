import type { Picture } from "../drawing/picture.ts";
import { round } from "../drawing/sheet.ts";
import type { Trim } from "../illustration/options.ts";
import { WHEEL_DESIGNS } from "./wheel-designs.ts";

/** The rim's share of the wheel's radius. */
const RIM_SHARE: Readonly<Record<Trim, number>> = { Base: 0.73, Sport: 0.77, Luxury: 0.75 };

/** The colours of a rim: its face, its highlight, its sides. */
const FINISHES: Readonly<Record<Trim, { face: string; light: string; flank: string }>> = {
  Base: { face: "#bfc5cb", light: "#eef1f3", flank: "#70777f" },
  Sport: { face: "#3a4047", light: "#8b939b", flank: "#16191d" },
  Luxury: { face: "#ced3d8", light: "#fbfcfd", flank: "#7b828a" },
};

/** Both wheels, in pixels: a model's proportions stretch the body, never the wheels. */
export function drawWheels(picture: Picture): void {
  const { sheet, body, stance, style } = picture;
  const { axlesX, groundY, scale } = stance;
  const finish = FINISHES[style.trim];
  const tyre = sheet.radial("tyre", [
    [0, "#0b0c0e"],
    [0.84, "#1a1d20"],
    [0.93, "#2b2f34"],
    [1, "#131517"],
  ]);
  const bowl = sheet.radial("bowl", [
    [0, "#2b3036"],
    [0.7, "#171a1e"],
    [1, "#07080a"],
  ]);
  const disc = sheet.radial("disc", [
    [0, "#3a4047"],
    [0.5, "#5f666d"],
    [1, "#7b828a"],
  ]);
  const face = sheet.linear(
    "face",
    [0, 100, 0, -100],
    [
      [0, finish.face],
      [0.45, finish.face],
      [1, finish.light],
    ],
  );
  // The arch above blocks the lamp's light.
  const shade = sheet.linear(
    "shade",
    [0, -90, 0, 30],
    [
      [0, "#000000", 0.72],
      [0.5, "#000000", 0.3],
      [1, "#000000", 0],
    ],
  );
  for (const [index, x] of axlesX.entries()) {
    const radius = body.wheelRadius * scale;
    const transform = `translate(${round(x)} ${round(groundY - radius)})`;
    sheet.group({ transform }, () => {
      sheet.circle(0, 0, radius, { fill: tyre });
      drawRim(radius * RIM_SHARE[style.trim], style.wheelTurns[index] ?? 0);
      sheet.circle(0, 0, radius, { fill: shade });
    });
  }

  function drawRim(radius: number, turn: number): void {
    sheet.circle(0, 0, radius * 1.035, { fill: "#060708" });
    sheet.circle(0, 0, radius, { fill: bowl });
    sheet.circle(0, 0, radius * 0.66, { fill: disc });
    sheet.circle(0, 0, radius * 0.66, { fill: "none", stroke: "#2a2e33", "stroke-width": 2 });
    sheet.group({ transform: `scale(${round(radius / 100)})` }, () => {
      drawSpokes(turn);
      sheet.circle(0, 0, 97.5, { fill: "none", stroke: finish.flank, "stroke-width": 6 });
      sheet.circle(0, 0, 98, { fill: "none", stroke: finish.light, "stroke-width": 3 });
      sheet.circle(0, 0, 17, { fill: finish.flank });
      sheet.circle(0, 0, 15, { fill: finish.face });
      sheet.circle(0, 0, 8.5, { fill: "#1a1d21" });
    });
  }

  /** First each spoke's side, slightly lower, then its face. */
  function drawSpokes(turn: number): void {
    const { count, spoke } = WHEEL_DESIGNS[style.wheel];
    const degrees = Array.from(
      { length: count },
      (_, at) => (at / count) * 360 + (turn * 180) / Math.PI,
    );
    const draw = (fill: string, dy: number) => {
      for (const each of degrees) {
        sheet.path(spoke, { transform: `translate(0 ${dy}) rotate(${round(each)})`, fill });
      }
    };
    draw(finish.flank, 3.4);
    draw(face, 0);
  }
}
