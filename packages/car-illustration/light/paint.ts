import { type Colour, PAINT_COLOURS } from "../illustration/options.ts";
import { lightness, mixHex } from "./colour.ts";

/**
 * A colour in the studio's light: `tone(0)` is the paint itself, `tone(1)` its brightest highlight
 * under the lamp above, `tone(-1)` its darkest shade towards the floor.
 */
export interface Paint {
  tone(light: number): string;
}

export function createPaint(colour: Colour): Paint {
  const base = PAINT_COLOURS[colour];
  const luma = lightness(base);
  // A white car's shade is light grey, and a black one's gloss is dark: otherwise they would not
  // look white or black.
  const shade = mixHex(mixHex(base, "#05070b", 0.86), mixHex(base, "#4a5563", 0.66), luma ** 3);
  const gloss = mixHex(base, "#ffffff", 0.44 + 0.5 * luma);
  return {
    tone: (light) => (light < 0 ? mixHex(base, shade, -light) : mixHex(base, gloss, light)),
  };
}
