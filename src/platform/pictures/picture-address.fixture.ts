import type { PictureAddress } from "#packages/car-illustration/picture-address";

/** A picture to test with, where it does not matter what it shows. */
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
