import { pick } from "../seeded-random.ts";
import type { Scene } from "./scene.ts";

/** Four papers: light, wall, floor and near edge. */
const PAPERS = [
  { light: "#f4f5f7", wall: "#d9dde2", floor: "#c3c9d0", near: "#e9ebee", isDark: false },
  { light: "#f6f3ef", wall: "#e2dbd2", floor: "#cfc6ba", near: "#efebe5", isDark: false },
  { light: "#eef2f5", wall: "#cfd8de", floor: "#b4c1ca", near: "#e3e9ed", isDark: false },
  { light: "#4a4f57", wall: "#2d3138", floor: "#1d2025", near: "#3a3f46", isDark: true },
] as const;

/** A photographer's paper sweep with a spot of light. */
export function drawStudio({ sheet, random }: Scene): void {
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
