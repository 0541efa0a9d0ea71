import type { Colour } from "#vocabulary/vehicle.ts";

/** The paints of the drawn cars, as flat colours to choose from. */
export const SWATCHES: Readonly<Record<Colour, string>> = {
  beige: "#cdbfa4",
  black: "#14161a",
  blue: "#1f56b5",
  brown: "#5d3f2c",
  gold: "#b9954b",
  green: "#1f5a43",
  grey: "#62686f",
  maroon: "#5f1522",
  orange: "#e2661a",
  pink: "#e08aa3",
  purple: "#4f3380",
  red: "#bd0f1a",
  silver: "#b3b9bf",
  white: "#f1f2f2",
  yellow: "#f1c21b",
};
