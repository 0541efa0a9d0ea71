/** What a picture can show. These are codes: the texts for people are in the messages. */
export const BODIES = ["SUV", "Sedan", "Coupe", "Hatchback", "Truck", "Minivan"] as const;
export type Body = (typeof BODIES)[number];

// oxfmt-ignore
export const COLOURS = [
  "Beige", "Black", "Blue", "Brown", "Gold", "Green", "Grey", "Maroon",
  "Orange", "Pink", "Purple", "Red", "Silver", "White", "Yellow",
] as const;
export type Colour = (typeof COLOURS)[number];

/** Determines the wheels' size and finish, and bright or black trim. */
export const TRIMS = ["Base", "Sport", "Luxury"] as const;
export type Trim = (typeof TRIMS)[number];

/** Every picture is drawn 1600 by 1000; `width` and `height` only size its box. */
export const PICTURE_RATIO = 1600 / 1000;

export interface CarIllustration {
  body: Body;
  colour: Colour;
  /** Both or neither, as people write them: all cars of a model have its proportions. */
  make?: string | undefined;
  model?: string | undefined;
  /** Default: Base. */
  trim?: Trim | undefined;
  /** Chooses the wheels. */
  seed?: string | number | undefined;
  /** Without the studio: only the car and its shadow, on a transparent ground. */
  cutOut?: boolean | undefined;
  /** Mirrors the picture, so that the car faces right. */
  flip?: boolean | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** The picture's alternative text; default: colour and body. */
  alt?: string | undefined;
}

/** The paint in neutral light. */
export const PAINT_COLOURS: Readonly<Record<Colour, string>> = {
  Beige: "#cdbfa4",
  Black: "#14161a",
  Blue: "#1f56b5",
  Brown: "#5d3f2c",
  Gold: "#b9954b",
  Green: "#1f5a43",
  Grey: "#62686f",
  Maroon: "#5f1522",
  Orange: "#e2661a",
  Pink: "#e08aa3",
  Purple: "#4f3380",
  Red: "#bd0f1a",
  Silver: "#b3b9bf",
  White: "#f1f2f2",
  Yellow: "#f1c21b",
};

interface NameCodes {
  make: string | undefined;
  model: string | undefined;
}

/** Make and model as in addresses ("Mercedes-Benz" is `mercedesbenz`): both or neither. */
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
