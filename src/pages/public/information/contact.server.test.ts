import { expect, test } from "vitest";
import { describeHours } from "./contact.server.ts";

test.each([
  [
    "en",
    "Monday – Friday: 9:00\u00a0a.m. – 6:00\u00a0p.m.",
    "Saturday: 10:00\u00a0a.m. – 4:00\u00a0p.m.",
    "Sunday: null",
  ],
  [
    "fr",
    "Lundi au vendredi: 9\u00a0h – 18\u00a0h",
    "Samedi: 10\u00a0h – 16\u00a0h",
    "Dimanche: null",
  ],
] as const)("%s says the days and hours of the office", (locale, ...lines) => {
  expect(describeHours(locale).map(({ days, times }) => `${days}: ${times}`)).toEqual(lines);
});
