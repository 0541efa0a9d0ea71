import { coordinate } from "../drawing/path-data.ts";
import { drawGround, drawSky, type Scene } from "./scene.ts";

/** A city's towers against the evening, the near row with lit windows. */
export function drawDusk(scene: Scene): void {
  const { sheet, horizonY } = scene;
  drawSky(scene, [
    [0, "#1d2346"],
    [0.4, "#4a3a68"],
    [0.72, "#b8586a"],
    [0.9, "#f08a5d"],
    [1, "#ffc27a"],
  ]);
  drawTowers(scene, { colour: "#5b4468", height: 150, isNear: false });
  drawTowers(scene, { colour: "#2a2440", height: 210, isNear: true });
  drawBroadcastTower(scene);
  drawGround(scene, horizonY, sheet.height - horizonY + 10, [
    [0, "#6a5160"],
    [0.35, "#453a48"],
    [1, "#2a262f"],
  ]);
  const afterglow = sheet.linearGradient("gl2", [
    [0, "#ffb877", 0.35],
    [1, "#ffb877", 0],
  ]);
  sheet.rect(horizonY, 26, afterglow);
}

interface TowerRow {
  colour: string;
  height: number;
  isNear: boolean;
}

/** A row of towers, tallest a little right of the middle. */
function drawTowers(scene: Scene, row: TowerRow): void {
  const { sheet, horizonY, random } = scene;
  const base = coordinate(horizonY + 4);
  let left = -20;
  while (left < sheet.width + 20) {
    const width = 38 + random() * 74;
    const distance = Math.abs(left - sheet.width * 0.62) / sheet.width;
    const height = row.height * (0.4 + random() * 0.95) * (1 - distance * 0.7);
    const roofY = horizonY - height;
    const tower = `M${coordinate(left)} ${base}V${coordinate(roofY)}h${coordinate(width)}V${base}Z`;
    sheet.fill(tower, row.colour);
    if (row.isNear) {
      const lit = litWindowsPath(scene, { left, right: left + width, roofY });
      sheet.fill(lit, "#ffd58a", { opacity: ".75" });
    }
    left += width + (row.isNear ? random() * 16 : 2);
  }
}

function litWindowsPath(
  { horizonY, random }: Scene,
  tower: { left: number; right: number; roofY: number },
): string {
  let path = "";
  for (let y = tower.roofY + 10; y < horizonY - 10; y += 14) {
    for (let x = tower.left + 7; x < tower.right - 9; x += 13) {
      if (random() < 0.34) path += `M${coordinate(x)} ${coordinate(y)}h5v6h-5z`;
    }
  }
  return path;
}

/** A tapered shaft with a round deck and a mast. */
function drawBroadcastTower({ sheet, horizonY, random }: Scene): void {
  const x = sheet.width * (0.2 + random() * 0.15);
  const at = (dx: number, rise: number): string =>
    `${coordinate(x + dx)} ${coordinate(horizonY - rise)}`;
  const shaft = `M${at(-4, 0)}L${at(-2, 300)}h4L${at(4, 0)}Z`;
  const deck = `M${at(-17, 212)}q17 -16 34 0l-6 13h-22z`;
  const mast = `M${at(-0.8, 372)}h1.6v80h-1.6z`;
  sheet.fill(`${shaft}${deck}${mast}`, "#2a2440");
}
