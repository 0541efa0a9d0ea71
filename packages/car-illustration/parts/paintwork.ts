import type { Picture } from "../drawing/picture.ts";
import { bodyOutline, archRadius } from "./outline.ts";

/** The painted surface: one light from above, which changes at the crease along the side. */
export function drawPaintwork({ sheet, body, paint }: Picture): void {
  const { height, length, creaseHeight, sill, wheelRadius, axles } = body;
  const outline = bodyOutline(body);
  const share = (y: number) => y / height;
  const skin = sheet.linear(
    "skin",
    [0, 0, 0, height],
    [
      [share(sill), paint.tone(-0.7)],
      [share(sill + 10), paint.tone(-0.42)],
      [share(creaseHeight - 34), paint.tone(-0.1)],
      [share(creaseHeight - 8), paint.tone(0.1)],
      [share(creaseHeight), paint.tone(0.16)],
      [share(creaseHeight + 9), paint.tone(0.5)],
      [share(creaseHeight + 15), paint.tone(0.34)],
      [share(height - 14), paint.tone(0.2)],
      [1, paint.tone(0.7)],
    ],
  );
  // So that a car keeps its edge on a ground of its own colour.
  sheet.stroke(outline, paint.tone(-1), 0.8, { opacity: 0.55 });
  sheet.clipped("body", outline, () => {
    sheet.path(outline, { fill: skin });
    drawBelowCrease();
    drawRocker();
    drawEnds();
    drawTopLight();
    for (const x of axles) drawArchShade(x);
  });

  /**
   * The highlight of the lamp on bonnet, roof and boot, which fades out at the height of the
   * crease.
   */
  function drawTopLight(): void {
    const edge = (name: string, colour: string, opacity: number) =>
      sheet.linear(
        name,
        [0, height, 0, creaseHeight - 26],
        [
          [0, colour, opacity],
          [0.55, colour, opacity * 0.7],
          [1, colour, 0],
        ],
      );
    sheet.stroke(outline, edge("rim", paint.tone(1), 0.45), 7);
    sheet.stroke(outline, edge("line", paint.tone(1), 0.8), 2.2);
  }

  function drawBelowCrease(): void {
    const down = `${body.crease}V${sill}H0V${creaseHeight}Z`;
    const shade = sheet.linear(
      "under",
      [0, creaseHeight + 4, 0, sill],
      [
        [0, paint.tone(-0.75), 0.62],
        [0.22, paint.tone(-0.6), 0.3],
        [0.6, paint.tone(-0.4), 0.05],
        [1, paint.tone(-0.4), 0],
      ],
    );
    sheet.path(down, { fill: shade });
    sheet.stroke(body.crease, paint.tone(0.95), 1, { opacity: 0.6 });
  }

  /** The light reflected from the floor on the strip above the sill. */
  function drawRocker(): void {
    const strip = `${body.rocker}V${sill}H${axles[0]}Z`;
    const bounce = sheet.linear(
      "bounce",
      [0, sill + 18, 0, sill],
      [
        [0, paint.tone(0.5), 0.4],
        [0.5, paint.tone(0.1), 0.2],
        [1, paint.tone(-0.8), 0.5],
      ],
    );
    sheet.path(strip, { fill: bounce });
  }

  /** Nose and tail turn away from the lamp, so they are darker. */
  function drawEnds(): void {
    const turn = sheet.linear(
      "turn",
      [0, 0, length, 0],
      [
        [0, paint.tone(-1), 0.6],
        [0.07, paint.tone(-0.9), 0.16],
        [0.17, paint.tone(-0.9), 0],
        [0.84, paint.tone(-0.9), 0],
        [0.95, paint.tone(-0.9), 0.2],
        [1, paint.tone(-1), 0.6],
      ],
    );
    sheet.path(`M0 0H${length}V${height}H0Z`, { fill: turn });
  }

  function drawArchShade(x: number): void {
    const radius = archRadius(body);
    sheet.circle(x, wheelRadius, radius + 1.6, {
      fill: "none",
      stroke: paint.tone(-0.85),
      "stroke-width": 3.2,
      opacity: 0.45,
    });
    sheet.circle(x, wheelRadius, radius + 3.6, {
      fill: "none",
      stroke: paint.tone(0.9),
      "stroke-width": 1,
      opacity: 0.4,
    });
  }
}
