import { expect, test } from "vitest";
import { countGuessableParts, FEWEST_PARTS } from "./password-strength.ts";

const own = ["Rouvia", "Amara", "Okafor", "amara.okafor"];

test.each([
  "qwertyuiopasdfgh",
  "administrator12",
  "Adm1nistrator2026",
  "rouviarouviarouvia",
  "Rouvia-2026-Rouvia",
  "Amara.Okafor.1985",
  "amara.okafor@123",
  "azertyuiopqsdfghj",
  "1234567890123456",
  "1qaz2wsx3edc4rfv",
  "aaaaaaaaaaaaaaaaa",
  "passwordpassword",
  "P@ssw0rdP@ssw0rd!",
  "abcabcabcabcabcabc",
])("%s leaves next to nothing to guess", (password) => {
  expect(countGuessableParts(password, own)).toBeLessThan(FEWEST_PARTS);
});

test.each([
  "maple-canoe-thunder-9",
  "river-lantern-bicycle",
  "kayak-97",
  "kV7#pQ2z",
  "été à Percé 71",
])("%s leaves enough", (password) => {
  expect(countGuessableParts(password, own)).toBeGreaterThanOrEqual(FEWEST_PARTS);
});
