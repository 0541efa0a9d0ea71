import { coordinate } from "../drawing/path-data.ts";
import { drawGround, drawSky, type Scene } from "./scene.ts";

/** Two ranges of snow peaks with haze between them, and a dark line of trees. */
export function drawRockies(scene: Scene): void {
  const { sheet, horizonY } = scene;
  drawSky(scene, [
    [0, "#4d8fce"],
    [0.6, "#a8d0ee"],
    [1, "#e9f4fa"],
  ]);
  drawPeaks(scene, {
    baseY: horizonY + 4,
    count: 5,
    height: 330,
    rock: "#7e9cb8",
    sunlit: "#a4bdd2",
    snow: "#eef5fa",
  });
  const haze = sheet.linearGradient("hz", [
    [0, "#e9f4fa", 0],
    [1, "#e9f4fa", 0.75],
  ]);
  sheet.rect(horizonY - 70, 76, haze);
  drawPeaks(scene, {
    baseY: horizonY + 10,
    count: 4,
    height: 210,
    rock: "#55738f",
    sunlit: "#7d99b2",
    snow: "#f7fbfd",
  });
  drawTrees(scene);
  sheet.rect(horizonY + 6, 30, "#3b5a4c");
  drawGround(scene, horizonY + 30, sheet.height, [
    [0, "#93979b"],
    [0.3, "#767a7f"],
    [1, "#565a5f"],
  ]);
}

interface PeakRange {
  baseY: number;
  count: number;
  height: number;
  rock: string;
  sunlit: string;
  snow: string;
}

function drawPeaks({ sheet, random }: Scene, range: PeakRange): void {
  for (let peak = 0; peak < range.count; peak++) {
    const x = ((peak + 0.2 + random() * 0.6) / range.count) * sheet.width;
    const height = range.height * (0.55 + random() * 0.5);
    const halfWidth = height * (0.95 + random() * 0.35);
    const across = (share: number): string => coordinate(x + halfWidth * share);
    /** A point by shares of the half width and of the height. */
    const at = (share: number, rise: number): string =>
      `${across(share)} ${coordinate(range.baseY - height * rise)}`;
    const rightSlope = `L${at(0.28, 0.62)}L${at(0.42, 0.5)}L${at(1, 0)}`;
    sheet.fill(
      `M${at(-1, 0)}L${at(-0.45, 0.5)}L${at(-0.3, 0.56)}L${at(0, 1)}${rightSlope}Z`,
      range.rock,
    );
    sheet.fill(
      `M${at(0, 1)}${rightSlope}H${across(0.12)}L${at(-0.04, 0.4)}L${at(0.06, 0.66)}Z`,
      range.sunlit,
      { opacity: ".55" },
    );
    sheet.fill(
      `M${at(0, 1)}L${at(0.2, 0.72)}L${at(0.12, 0.66)}L${at(0.07, 0.74)}L${at(-0.02, 0.62)}` +
        `L${at(-0.09, 0.72)}L${at(-0.19, 0.64)}L${at(-0.22, 0.69)}Z`,
      range.snow,
    );
  }
}

function drawTrees({ sheet, horizonY, random }: Scene): void {
  const foot = coordinate(horizonY + 14);
  let trees = "";
  for (let tree = 0; tree < 110; tree++) {
    const x = (tree / 110) * sheet.width + random() * 14;
    const height = 34 + random() * 46;
    const reach = height * 0.22;
    trees +=
      `M${coordinate(x - reach)} ${foot}L${coordinate(x)} ${coordinate(horizonY - height)}` +
      `L${coordinate(x + reach)} ${foot}Z`;
  }
  sheet.fill(trees, "#2f4f4a");
}
