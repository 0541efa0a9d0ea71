import { expect, test } from "vitest";
import { describeSource } from "./sell-car-parts.tsx";

test.each([
  ["sellerEmail", "account", /account’s email address/u],
  ["sellerPhone", "account", /account’s phone number/u],
  ["sellerPhone", "vin_offer", /with your VIN/u],
] as const)("under %s that is from %s stands %s", (name, source, words) => {
  expect(describeSource(name, source)).toMatch(words);
});
