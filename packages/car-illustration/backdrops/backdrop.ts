import type { Picture } from "../drawing/picture.ts";
import { seededRandom, pick } from "../illustration/seeded-random.ts";
import { drawDusk } from "./dusk.ts";
import { drawLake } from "./lake.ts";
import { drawPrairie } from "./prairie.ts";
import { drawRockies } from "./rockies.ts";
import type { Scene } from "./scene.ts";

const SCENES = {
  studio: drawStudio,
  dusk: drawDusk,
  lake: drawLake,
  prairie: drawPrairie,
  rockies: drawRockies,
} satisfies Record<string, (scene: Scene) => void>;

/** The scene behind the car; its horizon is the camera's. */
export function drawBackdrop({ sheet, horizonY, seed, backdrop }: Picture): void {
  if (backdrop === "none") return;
  SCENES[backdrop]({ sheet, horizonY, random: seededRandom(`bg${seed}`) });
}

/** Four papers: light, wall, floor and near edge. */
const PAPERS = [
  { light: "#f4f5f7", wall: "#d9dde2", floor: "#c3c9d0", near: "#e9ebee", isDark: false },
  { light: "#f6f3ef", wall: "#e2dbd2", floor: "#cfc6ba", near: "#efebe5", isDark: false },
  { light: "#eef2f5", wall: "#cfd8de", floor: "#b4c1ca", near: "#e3e9ed", isDark: false },
  { light: "#4a4f57", wall: "#2d3138", floor: "#1d2025", near: "#3a3f46", isDark: true },
] as const;

/** A photographer's paper sweep with a spot of light. */
function drawStudio({ sheet, random }: Scene): void {
  const paper = pick(random, PAPERS);
  const sweep = sheet.linearGradient("st", [
    [0, paper.wall],
    [0.5, paper.light],
    [0.62, paper.wall],
    [0.72, paper.floor],
    [1, paper.near],
  ]);
  sheet.rect(0, sheet.height, sweep);
  const spot = sheet.radialGradient("spot", { cx: ".5", cy: ".42", r: ".62" }, [
    [0, "#fff", ".75"],
    [".6", "#fff", ".12"],
    [1, "#fff", 0],
  ]);
  sheet.rect(0, sheet.height, spot, paper.isDark ? { opacity: ".3" } : {});
}
