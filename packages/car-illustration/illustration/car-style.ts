import type { Body, Trim } from "./options.ts";
import { pick, seededRandom } from "./seeded-random.ts";

/** What distinguishes a car from others of its body and colour. */
export interface CarStyle {
  /** Factors of the body's length and height; the same for each car of a model. */
  length: number;
  height: number;
  hasRoofRails: boolean;
  trim: Trim;
  wheel: 0 | 1 | 2 | 3 | 4;
  /** In radians: each wheel has stopped at its own angle. */
  wheelTurns: readonly [front: number, rear: number];
}

export interface KnownCar {
  make: string | undefined;
  model: string | undefined;
  body: Body;
  trim: Trim;
  seed: string;
}

/**
 * The same for the same make, model, trim and seed. The order of the random draws must not change,
 * because it determines the picture.
 */
export function chooseCarStyle({ make, model, body, trim, seed }: KnownCar): CarStyle {
  const ofModel = seededRandom(`${make ?? ""}.${model ?? ""}`);
  const ofCar = seededRandom(`${body}|${seed}`);
  const isModelKnown = make !== undefined && model !== undefined;
  return {
    length: isModelKnown ? 0.965 + 0.06 * ofModel() : 1,
    height: isModelKnown ? 0.975 + 0.05 * ofModel() : 1,
    hasRoofRails: ofModel() < 0.6,
    trim,
    wheel: pick(ofCar, [0, 1, 2, 3, 4]),
    wheelTurns: [ofCar() * 1.2, ofCar() * 1.2],
  };
}
