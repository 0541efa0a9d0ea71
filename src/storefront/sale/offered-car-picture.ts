import type { Body, CarIllustration, Colour, Trim } from "#illustration/options.ts";
import { hash } from "#illustration/seeded-random.ts";
import type { SellCarAnswers } from "#storefront/sell-car/sell-car.form.ts";

const capital = (code: string) => code.charAt(0).toUpperCase() + code.slice(1);

/** The offered car as it is drawn: style, colour and trim as told; the reference picks the wheels. */
export function offeredCarPicture(answers: SellCarAnswers, reference: string): CarIllustration {
  return {
    body: capital(answers.style ?? "sedan") as Body,
    colour: capital(answers.exteriorColour ?? "grey") as Colour,
    trim: capital(answers.bodyTrim ?? "base") as Trim,
    seed: `car-${hash(reference) % 10_000}`,
    backdrop: "lake",
  };
}
