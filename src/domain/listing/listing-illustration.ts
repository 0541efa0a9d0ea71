import type {
  Body,
  CarIllustration,
  Colour as DrawnColour,
} from "#packages/car-illustration/options";
import type { BodyType, Colour } from "#values/vehicle.ts";

export const DRAWN_BODIES: Readonly<Record<BodyType, Body>> = {
  suv: "SUV",
  sedan: "Sedan",
  coupe: "Coupe",
  hatchback: "Hatchback",
  truck: "Truck",
  minivan: "Minivan",
};

/**
 * How a listed car is drawn until it has photos: with its body type and colour, and plain wheels
 * and trim, because the drawing must not show anything that was not stated. The seed is stored with
 * the listing, so its wheels stay the same.
 */
export function chooseIllustration(
  car: { bodyType: BodyType; exteriorColour: Colour },
  seed: string,
): CarIllustration {
  return {
    body: DRAWN_BODIES[car.bodyType],
    colour: chooseDrawnColour(car.exteriorColour),
    seed,
  };
}

/** The drawing's colour codes are the same with a capital letter. */
export function chooseDrawnColour(colour: Colour): DrawnColour {
  return `${colour.charAt(0).toUpperCase()}${colour.slice(1)}` as Capitalize<Colour>;
}
