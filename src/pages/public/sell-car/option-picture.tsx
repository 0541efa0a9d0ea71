import type { OptionPicture } from "#forms/page/radios-field.tsx";
import { PAINT_COLOURS } from "#packages/car-illustration/options";
import { BODY_TRIMS, COLOURS, STYLES } from "#values/vehicle.ts";
import { CarPicture } from "./car-picture.tsx";
import { type DrawnCar, buildIllustration } from "#domain/sell-request/drawn-car.ts";

const PLAIN: Pick<DrawnCar, "style" | "bodyTrim" | "exteriorColour"> = {
  style: "sedan",
  bodyTrim: "base",
  exteriorColour: "silver",
};

/** The drawings of step 1: a style and a trim as a car, a colour as itself. */
export const optionPicture: OptionPicture = (family, code) => {
  if (family === "colour") {
    const exteriorColour = COLOURS.find((each) => each === code);
    if (!exteriorColour) return null;
    const { colour } = buildIllustration({ ...PLAIN, exteriorColour });
    const background = PAINT_COLOURS[colour].baseCoat;
    return <span className="colour-swatch" style={{ background }} aria-hidden />;
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
