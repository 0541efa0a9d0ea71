import type { CarIllustration, Trim } from "#packages/car-illustration/options";
import { formatCarName } from "#values/car-name.ts";
import type { Locale } from "#values/locale.ts";
import type { BodyTrim, BodyType, Colour as ColourCode } from "#values/vehicle.ts";
import { chooseDrawnColour, DRAWN_BODIES } from "#domain/listing/listing-illustration.ts";
import type { SellCarAnswers } from "./sell-car.form.ts";
import { hash } from "#packages/car-illustration/seeded-random";

/** What has been chosen of the car so far, for its drawing. */
export type DrawnCar = {
  bodyType: BodyType | null;
  bodyTrim: BodyTrim | null;
  exteriorColour: ColourCode | null;
  /** "2021 Toyota RAV4", « Toyota RAV4 2021 »; empty while make or model is not known. */
  name: string;
};

/** The body type; in a post with SPEC.md's fields only, the nearest of its three styles. */
export function findBodyType({ bodyType, style }: SellCarAnswers): BodyType | undefined {
  return bodyType ?? style;
}

export function describeDrawnCar(answers: SellCarAnswers, locale: Locale): DrawnCar {
  const { year, make, model } = answers;
  return {
    ...chosenParts(answers),
    name: make && model ? formatCarName({ year, make, model }, locale) : "",
  };
}

function chosenParts(answers: SellCarAnswers): Omit<DrawnCar, "name"> {
  return {
    bodyType: findBodyType(answers) ?? null,
    bodyTrim: answers.bodyTrim ?? null,
    exteriorColour: answers.exteriorColour ?? null,
  };
}

const TRIM = { base: "Base", sport: "Sport", luxury: "Luxury" } as const satisfies Record<
  BodyTrim,
  Trim
>;

/** The car's drawing: by default, a silver sedan with the plain trim. */
export function buildIllustration(
  car: Partial<Pick<DrawnCar, "bodyType" | "bodyTrim" | "exteriorColour">>,
): CarIllustration {
  const colour = car.exteriorColour ?? "silver";
  return {
    body: DRAWN_BODIES[car.bodyType ?? "sedan"],
    trim: TRIM[car.bodyTrim ?? "base"],
    colour: chooseDrawnColour(colour),
    seed: "sell-1",
  };
}

/** The offered car as the form drew it; the reference determines the wheels. */
export function buildOfferedCarPicture(
  answers: SellCarAnswers,
  reference: string,
): CarIllustration {
  return {
    ...buildIllustration(chosenParts(answers)),
    make: answers.make,
    model: answers.model,
    seed: `car-${hash(reference) % 10_000}`,
  };
}
