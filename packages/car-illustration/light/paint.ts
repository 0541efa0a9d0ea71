import { clamp, lerp, smoothstep } from "../geometry/interpolate.ts";
import { dot, normalize, subtract, type Vec3 } from "../geometry/vector.ts";
import { type Colour, PAINT_COLOURS } from "../illustration/options.ts";
import { hexToRgb, mapRgb, toHex, toLinear, type Rgb } from "./colour.ts";
import { lightFrom, type Environment } from "./environment.ts";

/** Rounding of facet colours: coarse enough to group facets, too fine to see once softened. */
const FACET_COLOUR_STEP = 5;

export interface Paint {
  /** Colour of the paint at a point whose surface faces `normal`; `exposure` darkens hidden spots. */
  at(normal: Vec3, point: Vec3, exposure?: number): string;
  /** The same, rounded for the many facets of the skin. */
  facetAt(normal: Vec3, point: Vec3, exposure: number): string;
}

export function createPaint(colour: Colour, environment: Environment, eye: Vec3): Paint {
  const { baseCoat, metallic } = PAINT_COLOURS[colour];
  const base = toLinear(hexToRgb(baseCoat));
  const whiteness = measureWhiteness(base);
  const shade = (normal: Vec3, point: Vec3, exposure: number): Rgb =>
    shadePaint({
      base,
      whiteness,
      metallic,
      environment,
      normal,
      view: normalize(subtract(eye, point)),
      exposure,
    });
  return {
    at: (normal, point, exposure = 1) => toHex(shade(normal, point, exposure)),
    facetAt: (normal, point, exposure) => toHex(shade(normal, point, exposure), FACET_COLOUR_STEP),
  };
}

/** White is what scatters nearly all light of every colour. */
function measureWhiteness(base: Rgb): number {
  return smoothstep(0.7, 0.85, Math.min(...base));
}

interface PaintSpot {
  base: Rgb;
  /** 0 for colours, 1 for white: how much light its shaded sides keep. */
  whiteness: number;
  metallic: number;
  environment: Environment;
  normal: Vec3;
  view: Vec3;
  exposure: number;
}

/** Base coat plus clear coat, in linear light. */
function shadePaint(spot: PaintSpot): Rgb {
  const { base, whiteness, metallic, environment, normal, view, exposure } = spot;
  const { sunDirection, ambient } = environment;
  // The eye takes the light's tint off white: at dusk, too, a white car is white.
  const sunColour = mapRgb(environment.sunColour, (value) => lerp(value, 1, whiteness * 0.75));
  const facing = clamp(dot(normal, view));
  const towards: Vec3 = [
    2 * facing * normal[0] - view[0],
    2 * facing * normal[1] - view[1],
    2 * facing * normal[2] - view[2],
  ];
  const mirrored = lightFrom(environment, towards);
  const luminance = (mirrored[0] + mirrored[1] + mirrored[2]) / 3;

  // Base coat: hemisphere and key light, metallic flop, and a broad hint of what is mirrored here.
  const hemisphere = 0.5 + 0.5 * normal[2];
  const keyLight = clamp(dot(normal, sunDirection));
  const flop = lerp(1, 0.55 + 0.75 * facing * facing, metallic * 0.85);
  const darkest = lerp(0.52, 0.86, whiteness);
  const mirrorHint = lerp(darkest, 1.26, smoothstep(0.08, 0.95, luminance));
  const scattered = lerp(0.1, 0.38, whiteness) + 0.5 * hemisphere ** 1.35 + 0.5 * keyLight;
  const light = lerp(ambient, Math.max(ambient, 1), whiteness);
  const diffuse = scattered * light * flop * mirrorHint;

  // Clear coat: Schlick's Fresnel term, tinted by the base so that colours stay saturated.
  const fresnel = 0.04 + 0.96 * (1 - facing) ** 5;
  const reflectance = clamp(0.045 + 0.9 * fresnel, 0, 0.66);
  const brightestBase = Math.max(...base, 0.05);
  const sunMirrored = clamp(dot(towards, sunDirection));
  const glint = sunMirrored ** 90 * 0.7 + sunMirrored ** 14 * 0.2 * metallic;

  return mapRgb(base, (value, channel) => {
    const coat = value * diffuse * sunColour[channel] * (1 - reflectance * 0.4);
    const reflected = lerp(mirrored[channel], Math.max(mirrored[channel], 0.5), whiteness * 0.6);
    const reflection = reflected * reflectance * lerp(1, value / brightestBase, 0.62);
    const sun = glint * sunColour[channel] * (0.35 + 0.65 * value);
    return (coat + reflection + sun) * exposure;
  });
}
