import type { Picture } from "../drawing/picture.ts";
import { seededRandom } from "../seeded-random.ts";
import { drawDusk } from "./dusk.ts";
import { drawLake } from "./lake.ts";
import { drawPrairie } from "./prairie.ts";
import { drawRockies } from "./rockies.ts";
import type { Scene } from "./scene.ts";
import { drawStudio } from "./studio.ts";

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
