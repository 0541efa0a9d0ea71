import type { Colour } from "../options.ts";

export interface PaintColour {
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
