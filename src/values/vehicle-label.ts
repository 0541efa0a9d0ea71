import { m } from "#messages/messages.js";
import type { Locale } from "./locale.ts";
import type {
  BodyTrim,
  BodyType,
  Colour,
  Condition,
  Drive,
  Fuel,
  Transmission,
} from "./vehicle.ts";

type Message = (inputs?: object, options?: { locale?: Locale }) => string;

const BODY_TYPE: Readonly<Record<BodyType, Message>> = {
  suv: m.vocabulary_body_type_suv,
  sedan: m.vocabulary_body_type_sedan,
  coupe: m.vocabulary_body_type_coupe,
  hatchback: m.vocabulary_body_type_hatchback,
  truck: m.vocabulary_body_type_truck,
  minivan: m.vocabulary_body_type_minivan,
};

const COLOUR: Readonly<Record<Colour, Message>> = {
  beige: m.vocabulary_colour_beige,
  black: m.vocabulary_colour_black,
  blue: m.vocabulary_colour_blue,
  brown: m.vocabulary_colour_brown,
  gold: m.vocabulary_colour_gold,
  green: m.vocabulary_colour_green,
  grey: m.vocabulary_colour_grey,
  maroon: m.vocabulary_colour_maroon,
  orange: m.vocabulary_colour_orange,
  pink: m.vocabulary_colour_pink,
  purple: m.vocabulary_colour_purple,
  red: m.vocabulary_colour_red,
  silver: m.vocabulary_colour_silver,
  white: m.vocabulary_colour_white,
  yellow: m.vocabulary_colour_yellow,
};

const BODY_TRIM: Readonly<Record<BodyTrim, Message>> = {
  base: m.vocabulary_body_trim_base,
  sport: m.vocabulary_body_trim_sport,
  luxury: m.vocabulary_body_trim_luxury,
};

const TRANSMISSION: Readonly<Record<Transmission, Message>> = {
  automatic: m.vocabulary_transmission_automatic,
  manual: m.vocabulary_transmission_manual,
};

const FUEL: Readonly<Record<Fuel, Message>> = {
  gasoline: m.vocabulary_fuel_gasoline,
  diesel: m.vocabulary_fuel_diesel,
  hybrid: m.vocabulary_fuel_hybrid,
  plug_in_hybrid: m.vocabulary_fuel_plug_in_hybrid,
  electric: m.vocabulary_fuel_electric,
  flex_fuel: m.vocabulary_fuel_flex_fuel,
};

const DRIVE: Readonly<Record<Drive, Message>> = {
  fwd: m.vocabulary_drive_fwd,
  rwd: m.vocabulary_drive_rwd,
  awd: m.vocabulary_drive_awd,
  "4wd": m.vocabulary_drive_4wd,
};

const CONDITION: Readonly<Record<Condition, Message>> = {
  new: m.vocabulary_condition_new,
  used: m.vocabulary_condition_used,
  certified: m.vocabulary_condition_certified,
};

function labels<Code extends string>(messages: Readonly<Record<Code, Message>>) {
  return (code: Code, locale: Locale): string => messages[code]({}, { locale });
}

/** The texts for the codes of `vehicle.ts`. Styles are body types. */
export const bodyTypeLabel = labels(BODY_TYPE);
export const colourLabel = labels(COLOUR);
export const bodyTrimLabel = labels(BODY_TRIM);
export const transmissionLabel = labels(TRANSMISSION);
export const fuelLabel = labels(FUEL);
export const driveLabel = labels(DRIVE);
export const conditionLabel = labels(CONDITION);
