import { lerp, smoothstep } from "../geometry/interpolate.ts";
import { normalize, type Vec3 } from "../geometry/vector.ts";
import type { Backdrop } from "../illustration/options.ts";
import { mapRgb, type Rgb } from "./colour.ts";

/** What the clear coat mirrors: linear colours from the zenith down to the ground, and a sun. */
export interface Environment {
  sky: Rgb;
  zenith: Rgb;
  horizon: Rgb;
  ground: Rgb;
  sunDirection: Vec3;
  sunColour: Rgb;
  /** Brightness of the scattered light, 1 being a clear noon. */
  ambient: number;
  /** The tint that side windows take from this sky. */
  glassTint: string;
}

const STUDIO: Environment = {
  sky: [0.93, 0.95, 0.98],
  zenith: [0.62, 0.65, 0.7],
  horizon: [0.1, 0.11, 0.125],
  ground: [0.34, 0.34, 0.35],
  sunDirection: normalize([0.25, 0.55, 0.8]),
  sunColour: [1, 1, 1],
  ambient: 1,
  glassTint: "#8796a3",
};

export const ENVIRONMENTS: Record<Backdrop, Environment> = {
  none: STUDIO,
  studio: STUDIO,
  dusk: {
    sky: [1.0, 0.72, 0.56],
    zenith: [0.3, 0.33, 0.52],
    horizon: [0.07, 0.06, 0.1],
    ground: [0.2, 0.18, 0.22],
    sunDirection: normalize([0.6, 0.5, 0.45]),
    sunColour: [1, 0.8, 0.62],
    ambient: 0.86,
    glassTint: "#b07a78",
  },
  lake: {
    sky: [0.9, 0.96, 1],
    zenith: [0.42, 0.6, 0.82],
    horizon: [0.05, 0.09, 0.08],
    ground: [0.3, 0.3, 0.29],
    sunDirection: normalize([0.3, 0.6, 0.75]),
    sunColour: [1, 0.99, 0.95],
    ambient: 1,
    glassTint: "#8fb0c4",
  },
  prairie: {
    sky: [1, 0.95, 0.84],
    zenith: [0.42, 0.62, 0.88],
    horizon: [0.15, 0.13, 0.095],
    ground: [0.36, 0.34, 0.3],
    sunDirection: normalize([0.4, 0.6, 0.65]),
    sunColour: [1, 0.94, 0.82],
    ambient: 1.02,
    glassTint: "#a9b7b8",
  },
  rockies: {
    sky: [0.93, 0.97, 1],
    zenith: [0.36, 0.56, 0.84],
    horizon: [0.08, 0.1, 0.14],
    ground: [0.32, 0.33, 0.34],
    sunDirection: normalize([0.35, 0.55, 0.76]),
    sunColour: [1, 1, 0.98],
    ambient: 1,
    glassTint: "#8aa7c6",
  },
};

/** The light that comes from a direction of unit length: ground, dark horizon band, then sky. */
export function lightFrom(environment: Environment, direction: Vec3): Rgb {
  const elevation = direction[2];
  const { horizon, ground, sky, zenith } = environment;
  if (elevation < 0) {
    const below = smoothstep(0.02, -0.07, elevation);
    const nearness = lerp(0.55, 1, smoothstep(-0.05, -0.8, elevation));
    return mapRgb(horizon, (value, channel) => lerp(value, ground[channel] * nearness, below));
  }
  const above = smoothstep(0.05, 0.15, elevation);
  const height = smoothstep(0.12, 0.95, elevation);
  // A soft bright band half-way up, as from a light box, gives the shoulders their glow.
  const lightBox = Math.exp(-(((elevation - 0.5) / 0.15) ** 2)) * 0.22;
  return mapRgb(horizon, (value, channel) =>
    lerp(value, lerp(sky[channel], zenith[channel], height) + lightBox, above),
  );
}
