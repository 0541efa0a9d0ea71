import { findMakeLook, type MakeLook } from "./make-looks.ts";
import type { Body, Colour } from "./options.ts";
import { pick, seededRandom } from "./seeded-random.ts";

/** What sets a car of a known make and model apart from others of its body and colour. */
export interface CarLook extends MakeLook {
  // The model's, the same for each of its cars.
  /** Shares of the body's length and height. */
  length: number;
  bodyHeight: number;
  rails: "none" | "dark" | "bright";
  isClad: boolean;
  /** Metres by which the roof ends sooner, over a tail gate that leans more. */
  rearRake: number;
  // This car's own.
  roof: Colour | null;
  /** Degrees that three-quarter views are turned by. */
  turnDeg: number;
}

/** Of bodies that are also sold with a roof in another colour, the share that has one. */
const TWO_TONE_SHARE: Readonly<Record<Body, number>> = {
  SUV: 0.3,
  Sedan: 0,
  Coupe: 0.25,
  Hatchback: 0.3,
  Truck: 0,
  Minivan: 0,
};

const RAIL_CHOICES = {
  SUV: ["dark", "bright", "bright", "none"],
  Minivan: ["bright", "none"],
} as const;

export interface KnownCar {
  make: string;
  model: string;
  body: Body;
  colour: Colour;
  seed: string | number;
}

/** The same for the same make, model and seed. */
export function chooseCarLook({ make, model, body, colour, seed }: KnownCar): CarLook {
  const ofModel = seededRandom(`${make}.${model}`);
  const ofCar = seededRandom(`${make}.${model}|${seed}`);
  const isTwoTone = ofCar() < TWO_TONE_SHARE[body];
  return {
    ...findMakeLook(make),
    length: 0.93 + 0.12 * ofModel(),
    bodyHeight: 0.97 + 0.08 * ofModel(),
    rails: body === "SUV" || body === "Minivan" ? pick(ofModel, RAIL_CHOICES[body]) : "none",
    isClad: body === "SUV" && ofModel() < 0.6,
    rearRake: body === "SUV" ? 0.34 * ofModel() ** 2 : 0,
    roof: isTwoTone ? contrastTo(colour) : null,
    turnDeg: Math.round(-9 + 17 * ofCar()),
  };
}

function contrastTo(colour: Colour): Colour {
  return colour === "Black" || colour === "Grey" ? "Silver" : "Black";
}
