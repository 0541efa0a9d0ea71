/** Mixes two `#rrggbb` colours in sRGB; a share of 0 is `from`, of 1 `to`. */
export function mixHex(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, channel) => {
    const byte = Math.round(value + (target[channel]! - value) * share);
    return byte.toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

/** The perceived lightness of a `#rrggbb` colour, from 0 to 1 (the luma of Rec. 709). */
export function lightness(hex: string): number {
  const [red, green, blue] = channels(hex);
  return (0.2126 * red! + 0.7152 * green! + 0.0722 * blue!) / 255;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16));
}
