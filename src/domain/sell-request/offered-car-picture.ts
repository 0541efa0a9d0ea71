import type { CarIllustration } from "#packages/car-illustration/options";
import { hash } from "#packages/car-illustration/seeded-random";
import { illustrationOf } from "./drawn-car.ts";
import type { SellCarAnswers } from "./sell-car.form.ts";

/** The offered car as the form drew it; the reference picks the wheels, the place is the same. */
export function offeredCarPicture(answers: SellCarAnswers, reference: string): CarIllustration {
  return {
    ...illustrationOf(answers),
    seed: `car-${hash(reference) % 10_000}`,
    backdrop: "lake",
  };
}
