/** What a picture can show. These are codes: the words for people live in the messages. */
export const BODIES = ["SUV", "Sedan", "Coupe", "Hatchback", "Truck", "Minivan"] as const;
export type Body = (typeof BODIES)[number];

// oxfmt-ignore
export const COLOURS = [
  "Beige", "Black", "Blue", "Brown", "Gold", "Green", "Grey", "Maroon",
  "Orange", "Pink", "Purple", "Red", "Silver", "White", "Yellow",
] as const;
export type Colour = (typeof COLOURS)[number];

/** Sets wheel size and finish, bright or black trim, brake calipers and the light bar. */
export const TRIMS = ["Base", "Sport", "Luxury"] as const;
export type Trim = (typeof TRIMS)[number];

/** Five views of the whole car and three close-ups. */
// oxfmt-ignore
export const VIEWS = ["front34", "side", "rear34", "front", "rear", "wheel", "lamp", "tail"] as const;
export type View = (typeof VIEWS)[number];

/** The scenes that a seed may pick. */
export const BACKDROPS = ["studio", "dusk", "lake", "prairie", "rockies"] as const;
/** `none` leaves the ground transparent, lit as in the studio. */
export type Backdrop = (typeof BACKDROPS)[number] | "none";

/** The six pictures of one listing, in order. */
// oxfmt-ignore
export const GALLERY = ["front34", "side", "rear34", "lamp", "wheel", "tail"] as const satisfies readonly View[];

/** Every picture is drawn 1600 by 1000; `width` and `height` only size its box. */
export const PICTURE_RATIO = 1600 / 1000;

export interface CarIllustration {
  body: Body;
  colour: Colour;
  /** Luxury unless given. */
  trim?: Trim | undefined;
  /** The three-quarter front view unless given. */
  view?: View | undefined;
  /** Picks wheels, lamps, grille and, where none is given, the backdrop. */
  seed?: string | number | undefined;
  backdrop?: Backdrop | undefined;
  /** Mirrors the picture, so that the car faces right. */
  flip?: boolean | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Read aloud in place of the picture; colour and body unless given. */
  alt?: string | undefined;
}
