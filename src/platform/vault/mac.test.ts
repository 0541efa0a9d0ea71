import { expect, test } from "vitest";
import { createMac } from "./mac.server.ts";
import { createVaultKeys, rotateVaultKeys } from "./key-file.server.ts";

const keys = createVaultKeys();
const mac = createMac(keys);

test("the same value has the same hash, also after the wrapping keys were rotated", () => {
  const hash = mac.hmac("one-time code", "123456");
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(createMac(rotateVaultKeys(keys)).hmac("one-time code", "123456")).toBe(hash);
  expect(mac.hmacMatches("one-time code", "123456", hash)).toBe(true);
});

test.each([
  ["another value", "one-time code", "123457", undefined],
  ["another purpose", "visitor cookie", "123456", undefined],
  ["half a hash", "one-time code", "123456", mac.hmac("one-time code", "123456").slice(0, 20)],
  ["no hash", "one-time code", "123456", ""],
])("%s does not match", (_name, purpose, value, input) => {
  const hash = input ?? mac.hmac("one-time code", "123456");
  expect(mac.hmacMatches(purpose, value, hash)).toBe(false);
});

test("another installation's hash does not match", () => {
  const hash = createMac(createVaultKeys()).hmac("one-time code", "123456");
  expect(mac.hmacMatches("one-time code", "123456", hash)).toBe(false);
});
