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
  /** With a model: whose manner the front follows. Names as people write them; none draws no make's. */
  make?: string | undefined;
  model?: string | undefined;
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

interface PaintColour {
  /** The base coat under the clear coat. */
  baseCoat: string;
  /** How much metal flake shows, 0 to 1: the more, the darker the paint where it turns away. */
  metallic: number;
}

export const PAINT_COLOURS: Record<Colour, PaintColour> = {
  Beige: { baseCoat: "#cdbfa4", metallic: 0.5 },
  Black: { baseCoat: "#14161a", metallic: 0.3 },
  Blue: { baseCoat: "#1f56b5", metallic: 0.7 },
  Brown: { baseCoat: "#5d3f2c", metallic: 0.7 },
  Gold: { baseCoat: "#b9954b", metallic: 0.85 },
  Green: { baseCoat: "#1f5a43", metallic: 0.7 },
  Grey: { baseCoat: "#62686f", metallic: 0.7 },
  Maroon: { baseCoat: "#5f1522", metallic: 0.7 },
  Orange: { baseCoat: "#e2661a", metallic: 0.45 },
  Pink: { baseCoat: "#e08aa3", metallic: 0.4 },
  Purple: { baseCoat: "#4f3380", metallic: 0.75 },
  Red: { baseCoat: "#bd0f1a", metallic: 0.45 },
  Silver: { baseCoat: "#b3b9bf", metallic: 0.95 },
  White: { baseCoat: "#f1f2f2", metallic: 0 },
  Yellow: { baseCoat: "#f1c21b", metallic: 0.2 },
};

interface NameCodes {
  make: string | undefined;
  model: string | undefined;
}

/** Make and model as addresses hold them ("Mercedes-Benz" is `mercedesbenz`): both or neither. */
export function nameCodes({ make, model }: CarIllustration): NameCodes {
  const codes = { make: nameCode(make), model: nameCode(model) };
  return codes.make && codes.model ? codes : { make: undefined, model: undefined };
}

function nameCode(name = ""): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(0, 24);
}
