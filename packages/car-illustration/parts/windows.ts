import type { Picture } from "../drawing/picture.ts";
import { round } from "../drawing/sheet.ts";

/** The side windows: dark, with the studio's lamp reflected in them and the seats behind. */
export function drawWindows({ sheet, body, style }: Picture): void {
  const { windows, height, creaseHeight, length } = body;
  const isBright = style.trim === "Luxury";
  sheet.stroke(windows, "#0c0e11", 3.6);
  sheet.clipped("glass", windows, () => {
    const glass = sheet.linear(
      "pane",
      [0, creaseHeight + 6, 0, height - 4],
      [
        [0, "#39434d"],
        [0.35, "#232b33"],
        [0.75, "#171c22"],
        [1, "#2f3943"],
      ],
    );
    sheet.path(windows, { fill: glass });
    for (const [x, y] of body.seats) drawSeat(x, y);
    drawGlint();
    for (const { bottomX, topX, width } of body.pillars) {
      const half = width / 2;
      sheet.path(
        `M${bottomX - half} ${creaseHeight}L${topX - half} ${height}H${topX + half}L${bottomX + half} ${creaseHeight}Z`,
        { fill: "#0d0f12" },
      );
    }
    sheet.stroke(windows, "#000000", 2, { opacity: 0.5 });
  });
  if (isBright) sheet.stroke(windows, "#d7dce1", 1.3);
  else sheet.stroke(windows, "#3a4047", 0.7);

  /** Backrest and headrest, seen through the glass. */
  function drawSeat(x: number, y: number): void {
    const top = round(y + (height - y) * 0.56);
    const dark = { fill: "#0b0e11", opacity: 0.6 };
    sheet.path(
      `M${x - 14} ${y - 8}L${x - 6} ${top - 6}Q${x - 4} ${top - 1} ${x} ${top - 2}L${x + 4} ${top - 5}L${x - 1} ${y - 8}Z`,
      dark,
    );
    sheet.path(
      `M${x - 3} ${top + 1}Q${x - 4} ${top + 9} ${x + 1} ${top + 10}Q${x + 6} ${top + 9} ${x + 6} ${top + 1}Z`,
      dark,
    );
  }

  /** Two slanted reflections, a wide and a narrow one. */
  function drawGlint(): void {
    const paint = sheet.linear(
      "glint",
      [0, height, 0, creaseHeight],
      [
        [0, "#ffffff", 0.3],
        [1, "#ffffff", 0.03],
      ],
    );
    const middle = length * 0.46;
    for (const [at, width] of [
      [-34, 34],
      [8, 9],
      [84, 40],
    ] as const) {
      const x = middle + at;
      sheet.path(
        `M${x} ${creaseHeight}L${x + 34} ${height}H${x + 34 + width}L${x + width} ${creaseHeight}Z`,
        { fill: paint },
      );
    }
  }
}
