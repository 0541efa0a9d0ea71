import { expect, test } from "vitest";
import { blockOfAddress, findProviderBlock, widerBlocks } from "./address-block.server.ts";

test.each([
  ["203.0.113.9", "203.0.113.9", ["203.0.113.0/24"]],
  [
    "2001:db8:12:3456:789a::1",
    "2001:db8:12:3456::/64",
    ["2001:db8:12:3400::/56", "2001:db8:12:0::/48"],
  ],
  ["2001:DB8:12:34ff::1", "2001:db8:12:34ff::/64", ["2001:db8:12:3400::/56", "2001:db8:12:0::/48"]],
  ["2001:db8::", "2001:db8:0:0::/64", ["2001:db8:0:0::/56", "2001:db8:0:0::/48"]],
  ["::1", "0:0:0:0::/64", ["0:0:0:0::/56", "0:0:0:0::/48"]],
  ["fe80::1%eth0", "fe80:0:0:0::/64", ["fe80:0:0:0::/56", "fe80:0:0:0::/48"]],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64", ["64:ff9b:0:0::/56", "64:ff9b:0:0::/48"]],
  ["someone@example.ca", "someone@example.ca", []],
])("%s counts as %s, and may hold %j", (word, block, wider) => {
  expect(blockOfAddress(word)).toBe(block);
  expect(widerBlocks(word)).toEqual(wider);
});

test.each([
  ["203.0.113.9", "203.0.0.0/16"],
  ["2001:db8:12:3456::1", "2001:db8:0:0::/32"],
  ["someone@example.ca", null],
])("%s is of the provider %s", (word, block) => {
  expect(findProviderBlock(word)).toBe(block);
});
