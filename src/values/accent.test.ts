import { expect, test } from "vitest";
import {
  accentIconHref,
  accentStylesHref,
  contrastOf,
  DEFAULT_ACCENT,
  isReadableAccent,
  writeAccentStyles,
} from "./accent.ts";

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#ffffff", 4.54],
])("the contrast of %s and %s is %d", (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
});

test.each([
  [DEFAULT_ACCENT, true],
  ["#1b5fc1", true],
  ["#767676", true],
  ["#777777", false],
  ["#ffcc00", false],
])("%s may carry white text: %s", (colour, is) => {
  expect(isReadableAccent(colour)).toBe(is);
});

test("the design's own colour needs no stylesheet of its own", () => {
  expect(accentStylesHref(DEFAULT_ACCENT)).toBe("");
  expect(accentIconHref(DEFAULT_ACCENT)).toBe("/favicon.svg");
  expect(accentStylesHref("#1b5fc1")).toBe("/colours/1b5fc1.css");
});

const EVERY_HUE = ["#000000", "#0b3d2e", "#1b5fc1", "#6b21a8", "#767676", "#8a5800", "#c8102e"];

test.each(EVERY_HUE)("%s: what follows from it can be read, light and dark", (accent) => {
  const styles = writeAccentStyles(accent as `#${string}`);
  const token = (name: string) => {
    const value = new RegExp(`--${name}: (.+);`).exec(styles)?.[1] ?? "";
    const [light = "", dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
    return { light, dark };
  };
  const [soft, text] = [token("primary-soft"), token("primary-text")];
  const pairs = [
    ...["red-600", "red-700", "red-800", "primary", "primary-hover", "primary-active"].flatMap(
      (name) => [token(name).light, token(name).dark].map((colour) => [colour, "#ffffff"]),
    ),
    [token("red-700").light, soft.light],
    [text.light, soft.light],
    [text.light, "#f5f6f7"],
    [text.light, "#ffffff"],
    [text.dark, soft.dark],
    [text.dark, "#171a1f"],
    // The line below the footer's invitation to sell.
    [token("red-700").light, token("red-50").light],
    ...(/--hero.*/.exec(styles)?.[0].match(/#[0-9a-f]{6}/g) ?? []).map((colour) => [
      colour,
      "#ffffff",
    ]),
  ];
  for (const [one = "", other = ""] of pairs)
    expect(contrastOf(one, other), `${one} ${other}`).toBeGreaterThanOrEqual(4.5);
});
