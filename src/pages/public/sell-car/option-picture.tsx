import type { OptionPicture } from "#forms/page/radios-field.tsx";
import { PAINT_COLOURS } from "#packages/car-illustration/options";
import { BODY_TRIMS, BODY_TYPES, COLOURS } from "#values/vehicle.ts";
import { CarPicture } from "./car-picture.tsx";
import { type DrawnCar, buildIllustration } from "#domain/sell-request/drawn-car.ts";

const PLAIN: Pick<DrawnCar, "bodyType" | "bodyTrim" | "exteriorColour"> = {
  bodyType: "sedan",
  bodyTrim: "base",
  exteriorColour: "silver",
};

/** The drawings of step 1: a body type, a style and a trim as a car, a colour as itself. */
export const optionPicture: OptionPicture = (family, code) => {
  if (family === "colour") {
    const exteriorColour = COLOURS.find((each) => each === code);
    if (!exteriorColour) return null;
    const { colour } = buildIllustration({ ...PLAIN, exteriorColour });
    return (
      <svg className="colour-swatch" aria-hidden>
        <circle cx="50%" cy="50%" r="50%" fill={PAINT_COLOURS[colour]} />
      </svg>
    );
  }
  const bodyType = BODY_TYPES.find((each) => each === code);
  const bodyTrim = BODY_TRIMS.find((each) => each === code);
  return (
    <CarPicture
      place="tile"
      car={{ ...PLAIN, ...(bodyType && { bodyType }), ...(bodyTrim && { bodyTrim }) }}
    />
  );
};
