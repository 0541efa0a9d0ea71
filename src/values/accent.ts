/** The colour that the design was made in: the tokens of ui/styles/tokens.css. */
export const DEFAULT_ACCENT = "#c8102e";

const WHITE = "#ffffff";
const BLACK = "#000000";
/** WCAG 2.2, 1.4.3: the contrast that text needs. */
const TEXT_CONTRAST = 4.5;

type Colour = `#${string}`;

/** Whether buttons may have this colour: their text is white. */
export function isReadableAccent(colour: string): boolean {
  return contrastOf(colour, WHITE) >= TEXT_CONTRAST;
}

/** The address of the stylesheet with a site's own colour; "" for the design's own. */
export function accentStylesHref(accent: string): string {
  return accent === DEFAULT_ACCENT ? "" : `/colours/${accent.slice(1)}.css`;
}

/** The address of the picture in a browser's tab, in the site's colour. */
export function accentIconHref(accent: string): string {
  return accent === DEFAULT_ACCENT ? "/favicon.svg" : `/colours/${accent.slice(1)}.svg`;
}

/**
 * The tokens that follow from the site's own colour, light and dark at once, as in tokens.css. Each
 * is moved towards black or white until text on it, or in it, has the contrast of WCAG AA.
 */
export function writeAccentStyles(accent: Colour): string {
  const darker = (share: number) => mix(accent, BLACK, share);
  const soft = mix(accent, WHITE, 0.94);
  const softDark = mix(accent, "#171a1f", 0.8);
  // Lighter text than white stands on it too.
  const deep = moveUntil(darker(0.17), BLACK, (colour) => contrastOf(colour, WHITE) >= 6.5);
  // A nearly black button would not be seen on a dark page.
  const onDark = moveUntil(accent, WHITE, (colour) => contrastOf(colour, "#171a1f") >= 2.8);
  const text = moveUntil(accent, BLACK, (colour) =>
    [soft, "#eceef0"].every((behind) => contrastOf(colour, behind) >= TEXT_CONTRAST),
  );
  const textDark = moveUntil(accent, WHITE, (colour) =>
    [softDark, "#1d2127"].every((behind) => contrastOf(colour, behind) >= TEXT_CONTRAST),
  );
  const tokens = {
    "red-50": soft,
    "red-400": mix(accent, WHITE, 0.35),
    "red-600": accent,
    "red-700": deep,
    "red-800": mix(deep, BLACK, 0.2),
    primary: both(accent, onDark),
    "primary-hover": both(deep, mix(onDark, BLACK, 0.12)),
    "primary-active": both(mix(deep, BLACK, 0.2), mix(onDark, BLACK, 0.25)),
    "primary-soft": both(soft, softDark),
    "primary-text": both(text, textDark),
    "header-home": `linear-gradient(90deg, ${both(darker(0.1), darker(0.4))}, ${both(accent, darker(0.3))})`,
    hero: `radial-gradient(90% 130% at 78% 40%, ${both(accent, darker(0.2))} 0, ${both(accent, darker(0.3))} 42%, ${both(darker(0.22), darker(0.5))} 100%)`,
  };
  const lines = Object.entries(tokens).map(([name, value]) => `  --${name}: ${value};\n`);
  // More specific than tokens.css, so that their order does not matter.
  return `html:root {\n${lines.join("")}}\n`;
}

/** The wheel with a road of ui/logo.tsx. */
export function drawAccentIcon(accent: Colour): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34"><circle cx="17" cy="17" r="14.4" fill="none" stroke="${accent}" stroke-width="4.2"/><path d="M15.2 11.2h3.6l5.4 17.1a13.6 13.6 0 0 1-14.4 0z" fill="${accent}"/><path d="M16.55 14.6h.9l.25 3h-1.4zM16.15 20h1.7l.35 4.4h-2.4z" fill="#fff"/></svg>`;
}

function both(light: Colour, dark: Colour): string {
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}

function moveUntil(colour: Colour, towards: Colour, isRight: (colour: Colour) => boolean): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mix(colour, towards, share);
    if (isRight(moved)) return moved;
  }
  return towards;
}

function mix(colour: Colour, other: Colour, share: number): Colour {
  const others = readChannels(other);
  const mixed = readChannels(colour).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${mixed.join("")}`;
}

function readChannels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** The contrast ratio of two colours (WCAG 2.2, "contrast ratio"): from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
