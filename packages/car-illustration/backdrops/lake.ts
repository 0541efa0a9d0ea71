import { coordinate } from "../drawing/path-data.ts";
import { drawGround, drawSky, hillsPath, type Scene } from "./scene.ts";

/** A lake under blue hills, with pines on both shores. */
export function drawLake(scene: Scene): void {
  const { sheet, horizonY } = scene;
  drawSky(scene, [
    [0, "#8fc1e6"],
    [0.6, "#cfe6f4"],
    [1, "#f3f8f8"],
  ]);
  const farHills = { baseY: horizonY - 40, height: 150, count: 7, fillToY: horizonY };
  sheet.fill(hillsPath(scene, farHills), "#9bb8c9");
  const nearHills = { baseY: horizonY - 26, height: 90, count: 9, fillToY: horizonY };
  sheet.fill(hillsPath(scene, nearHills), "#6d95a3");
  drawWater(scene);
  drawPines(scene, { baseY: horizonY + 26, colour: "#3f6b62", count: 26, height: 190 });
  drawPines(scene, { baseY: horizonY + 40, colour: "#23473f", count: 22, height: 280 });
  sheet.rect(horizonY + 30, 22, "#2d4a3c");
  drawGround(scene, horizonY + 46, sheet.height - horizonY, [
    [0, "#8f918e"],
    [0.3, "#74777a"],
    [1, "#57595d"],
  ]);
}

function drawWater({ sheet, horizonY, random }: Scene): void {
  const water = sheet.linearGradient("wt2", [
    [0, "#a9cbd9"],
    [0.5, "#7fb0c4"],
    [1, "#5f97ae"],
  ]);
  sheet.rect(horizonY - 22, 60, water);
  let waves = "";
  for (let wave = 0; wave < 26; wave++) {
    const start = `${coordinate(random() * sheet.width)} ${coordinate(horizonY - 18 + random() * 40)}`;
    const length = coordinate(40 + random() * 120);
    waves += `M${start}h${length}v1.6h${coordinate(-40 - random() * 60)}z`;
  }
  sheet.fill(waves, "#fff", { opacity: ".35" });
}

interface PineRow {
  baseY: number;
  colour: string;
  count: number;
  height: number;
}

/** Pines left and right, so that the middle stays open behind the car. */
function drawPines({ sheet, random }: Scene, row: PineRow): void {
  let pines = "";
  for (let pine = 0; pine < row.count; pine++) {
    // This draw decides nothing any more; without it every lake would look different.
    random();
    const isLeft = random() < 0.5;
    const shore = random() * sheet.width;
    const x = isLeft ? shore * 0.34 : sheet.width - shore * 0.36;
    pines += pinePath(x, row.baseY, row.height * (0.5 + random() * 0.7));
  }
  sheet.fill(pines, row.colour);
}

/** Five tiers of branches, down the right side and up the left. */
function pinePath(x: number, baseY: number, height: number): string {
  const tiers = [1, 2, 3, 4, 5];
  const reach = height * 0.17;
  const topY = baseY - height;
  const tip = (tier: number, side: 1 | -1): string => {
    const tierY = topY + (height * tier) / 5.2;
    return `L${coordinate(x + side * ((reach * tier) / 5) * 1.05)} ${coordinate(tierY)}`;
  };
  const notch = (tier: number, side: 1 | -1): string => {
    const tierY = topY + (height * tier) / 5.2 - height * 0.02;
    return `L${coordinate(x + side * (reach * (tier / 5)) * 0.6)} ${coordinate(tierY)}`;
  };
  const right = tiers.map((tier) => tip(tier, 1) + notch(tier, 1)).join("");
  const left = tiers
    .toReversed()
    .map((tier) => notch(tier, -1) + tip(tier, -1))
    .join("");
  return `M${coordinate(x)} ${coordinate(topY)}${right}L${coordinate(x)} ${coordinate(baseY)}${left}Z`;
}
