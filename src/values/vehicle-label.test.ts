import { expect, test } from "vitest";
import * as label from "./vehicle-label.ts";
import * as vehicle from "./vehicle.ts";

test("labels follow the language, without a request around them", () => {
  expect(label.bodyTypeLabel("suv", "en")).toBe("SUV");
  expect(label.bodyTypeLabel("suv", "fr")).toBe("VUS");
  expect(label.colourLabel("grey", "en")).toBe("Grey");
  expect(label.colourLabel("grey", "fr")).toBe("Gris");
  expect(label.driveLabel("awd", "fr")).toBe("Transmission intégrale");
});

test.each(["en", "fr"] as const)("no two codes of a kind read the same in %s", (locale) => {
  const kinds = [
    vehicle.BODY_TYPES.map((code) => label.bodyTypeLabel(code, locale)),
    vehicle.COLOURS.map((code) => label.colourLabel(code, locale)),
    vehicle.BODY_TRIMS.map((code) => label.bodyTrimLabel(code, locale)),
    vehicle.TRANSMISSIONS.map((code) => label.transmissionLabel(code, locale)),
    vehicle.FUELS.map((code) => label.fuelLabel(code, locale)),
    vehicle.DRIVES.map((code) => label.driveLabel(code, locale)),
    vehicle.CONDITIONS.map((code) => label.conditionLabel(code, locale)),
  ];
  for (const words of kinds) {
    expect(new Set(words).size).toBe(words.length);
    expect(words.every((word) => word.length > 1)).toBe(true);
  }
});
