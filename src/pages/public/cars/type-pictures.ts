import type { CarIllustration } from "#packages/car-illustration/options";
import type { PictureWidth } from "#packages/car-illustration/picture-address";
import type { BodyType } from "#values/vehicle.ts";

/** A drawn car and its size on the page. */
export type DrawnPicture = {
  illustration: CarIllustration;
  widthsPx: readonly [PictureWidth, ...PictureWidth[]];
  sizes: string;
};

const TYPE_WIDTHS_PX = [300, 480, 720] as const;
const TYPE_SIZES = "(min-width: 1240px) 440px, (min-width: 900px) 36vw, 54vw";

function typePicture(illustration: CarIllustration): DrawnPicture {
  return {
    illustration: { ...illustration, cutOut: true },
    widthsPx: TYPE_WIDTHS_PX,
    sizes: TYPE_SIZES,
  };
}

/** The example car of each body type, wherever a type is shown. */
export const TYPE_PICTURES: Readonly<Record<BodyType, DrawnPicture>> = {
  suv: typePicture({ body: "SUV", colour: "Blue", trim: "Luxury", seed: "t-0" }),
  sedan: typePicture({ body: "Sedan", colour: "Silver", trim: "Luxury", seed: "t-1" }),
  coupe: typePicture({ body: "Coupe", colour: "Red", trim: "Sport", seed: "t-2" }),
  hatchback: typePicture({ body: "Hatchback", colour: "Yellow", trim: "Sport", seed: "t-3" }),
  truck: typePicture({ body: "Truck", colour: "Black", trim: "Luxury", seed: "t-4" }),
  minivan: typePicture({ body: "Minivan", colour: "Green", trim: "Luxury", seed: "t-5" }),
};
