import { expect, test } from "vitest";
import { readEmail } from "./email.ts";

test.each([
  ["jean@example.ca", "jean@example.ca"],
  ["  Jean.Tremblay+auto@Example.CA ", "Jean.Tremblay+auto@example.ca"],
  ["o'neil@example.co.uk", "o'neil@example.co.uk"],
  ["a@b.io", "a@b.io"],
  ["x_y-z@sub.domain-name.example", "x_y-z@sub.domain-name.example"],
  ["info@hôtel.ca", "info@xn--htel-vqa.ca"],
  ["info@xn--htel-vqa.ca", "info@xn--htel-vqa.ca"],
])("%j is stored as %j", (text, email) => expect(readEmail(text)).toEqual({ ok: true, email }));

test.each([
  ["", "empty"],
  ["   ", "empty"],
  ["jean", "format"],
  ["jean@", "format"],
  ["@example.ca", "format"],
  ["jean@example", "format"],
  ["jean@@example.ca", "format"],
  ["jean@example..ca", "format"],
  [".jean@example.ca", "format"],
  ["jean tremblay@example.ca", "format"],
  ["jean@exam ple.ca", "format"],
  ["jean@-example.ca", "format"],
  ["jean@127.0.0.1", "format"],
  ["jean@example.ca/x", "format"],
  ["jean@example.ca\nBcc: x@example.ca", "format"],
  ["jean,marie@example.ca", "format"],
  ["<jean@example.ca>", "format"],
  [`${"a".repeat(65)}@example.ca`, "too_long"],
  [`${"a".repeat(10_000)}@example.ca`, "too_long"],
  [`a@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(63)}.ca`, "too_long"],
])("%j is refused as %s", (text, code) => expect(readEmail(text)).toEqual({ ok: false, code }));
