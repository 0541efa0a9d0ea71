import type { PictureAddress } from "#packages/car-illustration/picture-address";

/** A picture for tests in which its content does not matter. */
export const CAR = {
  body: "Coupe",
  colour: "Green",
  trim: "Sport",
  seed: "3",
  cutOut: false,
  flip: false,
  widthPx: 300,
  format: "webp",
} as const satisfies PictureAddress;
