import { type DrawnPicture, TYPE_PICTURES } from "#pages/public/cars/type-pictures.ts";

/**
 * The largest element of the first screen: the car of the payment example, or this one if no car is
 * for sale.
 */
export const HERO_PICTURE: DrawnPicture = {
  illustration: { body: "SUV", colour: "White", trim: "Luxury", seed: "hero-7", cutOut: true },
  widthsPx: [480, 720, 960, 1500],
  // hero.css: 69 % of the page, or 90 % of a narrow one.
  sizes: "(min-width: 1320px) 911px, (min-width: 900px) 69vw, calc((100vw - 32px) * 0.9)",
};

export const FINANCE_PICTURE: DrawnPicture = {
  illustration: { body: "Coupe", colour: "Red", trim: "Sport", seed: "fin-3", cutOut: true },
  widthsPx: [480, 720, 960],
  sizes: "(min-width: 1240px) 620px, (min-width: 900px) 50vw, 94vw",
};

/**
 * All pictures that the page always shows, the hero's first: these variants are made before others.
 */
export const HOME_PICTURES: readonly DrawnPicture[] = [
  HERO_PICTURE,
  ...Object.values(TYPE_PICTURES),
  FINANCE_PICTURE,
];
