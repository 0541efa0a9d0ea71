import type { OptionPicture } from "#forms/radios-field.tsx";
import { BODY_TRIMS, COLOURS, STYLES } from "#vocabulary/vehicle.ts";
import { CarPicture } from "./car-picture.tsx";
import type { DrawnCar } from "./drawn-car.ts";
import { SWATCHES } from "./swatches.ts";

const PLAIN: Pick<DrawnCar, "style" | "bodyTrim" | "exteriorColour"> = {
  style: "sedan",
  bodyTrim: "base",
  exteriorColour: "silver",
};

/** The drawings of step 1: a style and a trim as a car, a colour as itself. */
export const optionPicture: OptionPicture = (family, code) => {
  if (family === "colour") {
    const colour = COLOURS.find((each) => each === code);
    return (
      colour && <span className="swatch" style={{ background: SWATCHES[colour] }} aria-hidden />
    );
  }
  const style = STYLES.find((each) => each === code);
  const bodyTrim = BODY_TRIMS.find((each) => each === code);
  return (
    <CarPicture
      place="tile"
      car={{ ...PLAIN, ...(style && { style }), ...(bodyTrim && { bodyTrim }) }}
    />
  );
};
