import type { CarIllustration, Trim } from "#packages/car-illustration/options";
import type { BodyTrim, Colour as ColourCode, Style } from "#values/vehicle.ts";
import { chooseDrawnColour } from "#domain/listing/listing-illustration.ts";
import type { SellCarAnswers } from "./sell-car.form.ts";
import { hash } from "#packages/car-illustration/seeded-random";

/** What has been chosen of the car so far, as its drawing shows it. */
export type DrawnCar = {
  style: Style | null;
  bodyTrim: BodyTrim | null;
  exteriorColour: ColourCode | null;
  /** "2021 Toyota RAV4"; empty before make and model are known. */
  name: string;
};

export function describeDrawnCar(answers: SellCarAnswers): DrawnCar {
  const { style, bodyTrim, exteriorColour, year, make, model } = answers;
  return {
    style: style ?? null,
    bodyTrim: bodyTrim ?? null,
    exteriorColour: exteriorColour ?? null,
    name: make && model ? [year, make, model].filter(Boolean).join(" ") : "",
  };
}

const BODY = { coupe: "Coupe", sedan: "Sedan", hatchback: "Hatchback" } as const;
const TRIM = { base: "Base", sport: "Sport", luxury: "Luxury" } as const satisfies Record<
  BodyTrim,
  Trim
>;

/** A drawing of it: what is not chosen yet is a silver sedan of the plain kind. */
export function buildIllustration(
  car: Partial<Pick<DrawnCar, "style" | "bodyTrim" | "exteriorColour">>,
): CarIllustration {
  const colour = car.exteriorColour ?? "silver";
  return {
    body: BODY[car.style ?? "sedan"],
    trim: TRIM[car.bodyTrim ?? "base"],
    colour: chooseDrawnColour(colour),
    seed: "sell-1",
  };
}

/** The offered car as the form drew it; the reference picks the wheels, the place is the same. */
export function buildOfferedCarPicture(
  answers: SellCarAnswers,
  reference: string,
): CarIllustration {
  return {
    ...buildIllustration(answers),
    make: answers.make,
    model: answers.model,
    seed: `car-${hash(reference) % 10_000}`,
    backdrop: "lake",
  };
}
