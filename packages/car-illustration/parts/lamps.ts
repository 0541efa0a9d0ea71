import type { Picture } from "../drawing/picture.ts";

/** Head and tail lamps, wrapped around their corners, each with its line of light. */
export function drawLamps({ sheet, body }: Picture): void {
  const { headlamp, daylight, tailLamp, tailLight, length, creaseHeight } = body;
  const clear = sheet.linear(
    "clear",
    [0, creaseHeight - 24, 60, creaseHeight + 6],
    [
      [0, "#1d2328"],
      [0.5, "#48525b"],
      [1, "#aeb8c0"],
    ],
  );
  sheet.path(headlamp, { fill: clear });
  sheet.stroke(headlamp, "#0b0d10", 0.9, { opacity: 0.8 });
  sheet.stroke(daylight, "#dfeeff", 2.4, { opacity: 0.5 });
  sheet.stroke(daylight, "#ffffff", 1.3);
  const red = sheet.linear(
    "red",
    [length - 44, 0, length, 0],
    [
      [0, "#6d0a12"],
      [0.6, "#b5121d"],
      [1, "#d8212d"],
    ],
  );
  sheet.path(tailLamp, { fill: red });
  sheet.stroke(tailLamp, "#26060a", 0.9, { opacity: 0.8 });
  sheet.stroke(tailLight, "#ff6a6a", 1.6);
  sheet.stroke(tailLight, "#ffd0cc", 0.6);
}
