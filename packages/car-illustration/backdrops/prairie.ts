import { coordinate } from "../drawing/path-data.ts";
import { drawGround, drawSky, hillsPath, type Scene } from "./scene.ts";

/** Wheat under a wide sky, with a red grain elevator. */
export function drawPrairie(scene: Scene): void {
  const { sheet, horizonY } = scene;
  drawSky(scene, [
    [0, "#4f97d8"],
    [0.55, "#a9d2ef"],
    [0.88, "#f4e7c8"],
    [1, "#fbe3b0"],
  ]);
  for (let cloud = 0; cloud < 6; cloud++) drawCloud(scene);
  const rise = { baseY: horizonY, height: 20, count: 10, fillToY: horizonY + 8 };
  sheet.fill(hillsPath(scene, rise), "#b9a468");
  drawGrainElevator(scene);
  drawWheat(scene);
  drawGround(scene, horizonY + 84, sheet.height, [
    [0, "#a08c6c"],
    [0.12, "#85807a"],
    [1, "#5d5a58"],
  ]);
}

function drawCloud({ sheet, horizonY, random }: Scene): void {
  const x = random() * sheet.width;
  const y = horizonY * (0.12 + random() * 0.5);
  const width = 130 + random() * 210;
  sheet.group({ fill: "#fff", opacity: coordinate(0.55 + random() * 0.3) }, () => {
    sheet.ellipse([x, y], [width, width * 0.085]);
    sheet.ellipse([x - width * 0.25, y - width * 0.06], [width * 0.36, width * 0.1]);
    sheet.ellipse([x + width * 0.2, y - width * 0.07], [width * 0.42, width * 0.12]);
  });
}

function drawGrainElevator({ sheet, horizonY, random }: Scene): void {
  const x = sheet.width * (random() < 0.5 ? 0.12 : 0.8);
  const at = (dx: number, rise: number): string =>
    `${coordinate(x + dx)} ${coordinate(horizonY - rise)}`;
  sheet.fill(`M${at(0, 0)}v-118l30 -34h46l30 34v118z`, "#a8342c");
  sheet.fill(`M${at(106, 0)}v-66h58v66z`, "#8c2a24");
  sheet.fill(`M${at(22, 96)}h62v16h-62z`, "#f4e7c8", { opacity: ".85" });
}

function drawWheat({ sheet, horizonY, random }: Scene): void {
  const field = sheet.linearGradient("wh", [
    [0, "#d9b55c"],
    [1, "#b98a35"],
  ]);
  sheet.rect(horizonY - 2, 92, field);
  let stalks = "";
  for (let stalk = 0; stalk < 240; stalk++) {
    const foot = `${coordinate(random() * sheet.width)} ${coordinate(horizonY + 20 + random() * 70)}`;
    const lean = coordinate(random() * 6 - 3);
    stalks += `M${foot}l${lean} ${coordinate(-14 - random() * 16)}l3 0z`;
  }
  sheet.fill(stalks, "#e8cd83", { opacity: ".6" });
}
