import { clamp, lerp } from "../geometry/interpolate.ts";

/** Red, green and blue from 0 to 1; whether linear or sRGB is said where it is used. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** sRGB channels of a `#rrggbb` colour. */
export function hexToRgb(hex: string): Rgb {
  const channel = (from: number): number => parseInt(hex.slice(from, from + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

export function mapRgb(rgb: Rgb, change: (value: number, channel: 0 | 1 | 2) => number): Rgb {
  return [change(rgb[0], 0), change(rgb[1], 1), change(rgb[2], 2)];
}

/** The sRGB transfer function undone (IEC 61966-2-1), so that light can be added up. */
export function toLinear(srgb: Rgb): Rgb {
  return mapRgb(srgb, (value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
}

/**
 * Linear light as `#rrggbb`. A `step` above 1 rounds each channel to multiples of it, so that
 * neighbouring facets share a colour and the file stays small.
 */
export function toHex(linear: Rgb, step = 1): string {
  const channels = linear.map((value) => {
    const light = clamp(value);
    const srgb = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return twoDigits(Math.min(255, Math.round((srgb * 255) / step) * step));
  });
  return `#${channels.join("")}`;
}

/** Mixes two `#rrggbb` colours in sRGB. */
export function mixHex(from: string, to: string, share: number): string {
  const target = hexToRgb(to);
  const mixed = hexToRgb(from).map((value, channel) =>
    twoDigits(Math.round(lerp(value, target[channel]!, share) * 255)),
  );
  return `#${mixed.join("")}`;
}

function twoDigits(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
