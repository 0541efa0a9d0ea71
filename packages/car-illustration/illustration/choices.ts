import { BACKDROPS, type Backdrop, type Body } from "./options.ts";
import { pick, seededRandom } from "./seeded-random.ts";

/** What the seed decides. The order of the draws is part of every picture: add new ones last. */
export interface Choices {
  wheel: 0 | 1 | 2 | 3 | 4 | 5;
  headlamp: 0 | 1 | 2;
  grille: 0 | 1 | 2;
  backdrop: Backdrop;
  /** 0 to 1, against the shares of wheel finishes. */
  wheelFinish: number;
  /** 0 to 1: shape of the daytime light, and whether a light bar joins the tail lamps. */
  lightSignature: number;
  tailLamp: 0 | 1 | 2;
}

export function drawChoices(body: Body, seed: string | number): Choices {
  const random = seededRandom(`${body}|${seed}`);
  return {
    wheel: pick(random, [0, 1, 2, 3, 4, 5]),
    headlamp: pick(random, [0, 1, 2]),
    grille: pick(random, [0, 1, 2]),
    backdrop: pick(random, BACKDROPS),
    wheelFinish: random(),
    lightSignature: random(),
    tailLamp: pick(random, [0, 1, 2]),
  };
}
