import type { Picture } from "../drawing/picture.ts";
import { round } from "../drawing/sheet.ts";
import { archRadius, bodyOutline } from "./outline.ts";

/** The dark underside between and behind the wheels. */
export function drawUnderbody({ sheet, body }: Picture): void {
  const { axles, wheelRadius, frontBottom, rearBottom, sill } = body;
  const radius = archRadius(body);
  for (const x of axles) sheet.circle(x, wheelRadius, radius + 1, { fill: "#07090b" });
  const low = sill - 5;
  sheet.path(
    `M${frontBottom[0] + 6} ${frontBottom[1] + 4}L${frontBottom[0] + 14} ${low + 3}L${axles[0]} ${low}` +
      `H${axles[1]}L${rearBottom[0] - 14} ${low + 4}L${rearBottom[0] - 4} ${rearBottom[1] + 4}Z`,
    { fill: "#0a0c0e" },
  );
}

/** Gaps, handles, the plastic of the bumpers, and the mirror. */
export function drawFittings(picture: Picture): void {
  const { sheet, body, paint, style } = picture;
  const black = sheet.linear(
    "plastic",
    [0, 60, 0, 15],
    [
      [0, "#2a2e33"],
      [0.5, "#191c1f"],
      [1, "#0d0f11"],
    ],
  );
  for (const gap of body.gaps) {
    sheet.stroke(gap, paint.tone(0.8), 0.7, { opacity: 0.5, transform: "translate(0.9 0)" });
    sheet.stroke(gap, "#06080b", 0.75, { opacity: 0.62 });
  }
  if (body.bedGap) {
    sheet.stroke(body.bedGap, "#07090b", 2.4);
  }
  sheet.clipped("ends", bodyOutline(body), drawBumpers);
  if (body.isClad) drawCladding();
  for (const [x, y] of body.handles) drawHandle(x, y);
  drawMirror();
  if (body.roofRail && style.hasRoofRails) drawRoofRail(body.roofRail);

  /** The plastic under both bumpers, and the edge of the grille. */
  function drawBumpers(): void {
    const { axles, frontBottom, rearBottom, length, grille } = body;
    const [front, rear] = [frontBottom[1], rearBottom[1]];
    sheet.path(
      `M-2 ${front + 15}C14 ${front + 13} 34 ${front + 8} ${axles[0]} ${front + 7}V0H-2Z`,
      { fill: black },
    );
    sheet.path(
      `M${length + 2} ${rear + 15}C${length - 20} ${rear + 12} ${length - 40} ${rear + 8} ${axles[1]} ${rear + 7}V0H${length + 2}Z`,
      { fill: black },
    );
    const [bottom, top] = grille;
    sheet.path(
      `M-2 ${top}C4 ${top} 8 ${top - 1} 9.6 ${top - 4}L8 ${bottom + 4}C7 ${bottom + 1} 4 ${bottom} -2 ${bottom}Z`,
      { fill: black },
    );
  }

  function drawHandle(x: number, y: number): void {
    const bar = `M${x} ${y}H${x + 17}`;
    sheet.stroke(bar, "#000000", 3.4, { opacity: 0.35, transform: "translate(0 -1.2)" });
    sheet.stroke(bar, paint.tone(-0.1), 2.8);
    sheet.stroke(bar, style.trim === "Luxury" ? "#eef1f3" : paint.tone(0.9), 0.9, {
      transform: "translate(0 0.7)",
      opacity: 0.9,
    });
  }

  function drawMirror(): void {
    const [x, y] = body.mirror;
    sheet.group({ transform: `translate(${x} ${y})` }, () => {
      sheet.path("M6 -2L16 -3L14 3L8 3Z", { fill: "#0c0e10" });
      sheet.path(
        "M-5 3C-6 8 -3 11.4 4 12C10 12.4 15 11 16 8.4C16.6 5 14 1.6 9 1.2C3 0.8 -3 1 -5 3Z",
        {
          fill: paint.tone(0.15),
        },
      );
      sheet.path("M-5 3C-4 1.4 3 0.6 9 1.2C13 1.5 15.6 3.4 16 5.6C9 3.6 1 3 -5 3Z", {
        fill: "#0c0e10",
        opacity: 0.75,
      });
      sheet.stroke("M-2.6 9.4C1 11.4 8 11.6 13.4 10.2", paint.tone(1), 0.8, { opacity: 0.7 });
    });
  }

  /** An edge around each arch and a strip between them. */
  function drawCladding(): void {
    const { axles, wheelRadius, sill } = body;
    const inner = archRadius(body) - 0.5;
    const outer = inner + 6.5;
    const reach = (radius: number) => round(Math.sqrt(radius ** 2 - (wheelRadius - sill) ** 2));
    for (const x of axles) {
      const lip = `M${x - reach(outer)} ${sill}A${outer} ${outer} 0 1 0 ${x + reach(outer)} ${sill}`;
      const back = `H${x + reach(inner)}A${inner} ${inner} 0 1 1 ${x - reach(inner)} ${sill}Z`;
      sheet.path(lip + back, { fill: black });
      sheet.stroke(lip, "#69717a", 0.7, { opacity: 0.55 });
    }
    const [from, to] = [axles[0] + reach(inner), axles[1] - reach(inner)];
    sheet.path(`M${from} ${sill}V${sill + 9}H${to}V${sill}Z`, { fill: black });
    sheet.stroke(
      `M${axles[0] + reach(outer)} ${sill + 9}H${axles[1] - reach(outer)}`,
      "#69717a",
      0.7,
      { opacity: 0.55 },
    );
  }

  /** A bar on the roof with a foot at each end. */
  function drawRoofRail(rail: string): void {
    sheet.stroke(rail, "#0c0e10", 2.8);
    sheet.stroke(rail, style.trim === "Luxury" ? "#c9ced4" : "#3f464d", 1.5);
  }
}
