import type { CarIllustration } from "#packages/car-illustration/options";
import type { PictureWidth } from "#packages/car-illustration/picture-address";
import type { BodyType } from "#values/vehicle.ts";

type HomePicture = {
  illustration: CarIllustration;
  widthsPx: readonly [PictureWidth, ...PictureWidth[]];
  sizes: string;
};

/** The largest thing of the first screen. It bleeds over the page's right edge on a wide window. */
export const HERO_PICTURE: HomePicture = {
  illustration: {
    body: "SUV",
    colour: "White",
    trim: "Luxury",
    view: "front34",
    seed: "hero-7",
    backdrop: "none",
  },
  widthsPx: [480, 720, 960, 1500],
  // hero.css: 69 % of the page, or the narrow page and 22 % more on either side.
  sizes: "(min-width: 1320px) 911px, (min-width: 900px) 69vw, calc((100vw - 32px) * 1.44)",
};

const TYPE_WIDTHS_PX = [300, 480, 720] as const;
const TYPE_SIZES = "(min-width: 1240px) 440px, (min-width: 900px) 36vw, 54vw";

function typePicture(illustration: CarIllustration): HomePicture {
  return {
    illustration: { ...illustration, view: "side", backdrop: "none" },
    widthsPx: TYPE_WIDTHS_PX,
    sizes: TYPE_SIZES,
  };
}

export const TYPE_PICTURES: Readonly<Record<BodyType, HomePicture>> = {
  suv: typePicture({ body: "SUV", colour: "Blue", trim: "Luxury", seed: "t-0" }),
  sedan: typePicture({ body: "Sedan", colour: "Silver", trim: "Luxury", seed: "t-1" }),
  coupe: typePicture({ body: "Coupe", colour: "Red", trim: "Sport", seed: "t-2" }),
  hatchback: typePicture({ body: "Hatchback", colour: "Yellow", trim: "Sport", seed: "t-3" }),
  truck: typePicture({ body: "Truck", colour: "Black", trim: "Luxury", seed: "t-4" }),
  minivan: typePicture({ body: "Minivan", colour: "Green", trim: "Luxury", seed: "t-5" }),
};

export const FINANCE_PICTURE: HomePicture = {
  illustration: {
    body: "Coupe",
    colour: "Red",
    trim: "Sport",
    view: "lamp",
    seed: "fin-3",
    backdrop: "dusk",
  },
  widthsPx: [480, 720, 960],
  sizes: "(min-width: 1240px) 620px, (min-width: 900px) 50vw, 94vw",
};

/** Every picture that the page always shows, the first one first: made before the others. */
export const HOME_PICTURES: readonly HomePicture[] = [
  HERO_PICTURE,
  ...Object.values(TYPE_PICTURES),
  FINANCE_PICTURE,
];
