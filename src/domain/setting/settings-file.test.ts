import { expect, test } from "vitest";
import { parseSettings } from "./setting.ts";
import { readSettingsFile, writeSettingsFile } from "./settings-file.ts";

const settings = parseSettings([
  { name: "siteName", value: "Autos Nord" },
  { name: "leadMailAlso", value: ["income"] },
  { name: "facebook", value: "" },
]);

test("what one site writes, another reads, all of it", () => {
  expect(readSettingsFile(writeSettingsFile(settings, null))).toEqual({
    ok: true,
    settings,
    logo: null,
  });
  const logo = Buffer.from("a picture");
  expect(readSettingsFile(writeSettingsFile(settings, logo))).toMatchObject({ logo });
});

test("a file of before bids could be closed keeps them open", () => {
  const text = '{"format":"site-settings","settings":{"kindsOffered":["sell_car"]}}';
  expect(readSettingsFile(text)).toMatchObject({
    settings: { requestsTaken: ["sell_car", "bids"] },
  });
});

test.each([
  ["no file at all", "", { code: "no_file", names: [] }],
  ["no JSON", "hello", { code: "no_file", names: [] }],
  ["another kind of file", '{"settings":{}}', { code: "no_file", names: [] }],
  [
    "a setting of another release",
    '{"format":"site-settings","settings":{"siteName":"A","colour":"red","toString":"x"}}',
    { code: "unknown", names: ["colour", "toString"] },
  ],
  [
    "a value out of bounds",
    '{"format":"site-settings","settings":{"siteName":"","facebook":"javascript:alert(1)"}}',
    { code: "refused", names: ["siteName", "facebook"] },
  ],
] as const)("%s is refused as a whole", (_, text, problem) => {
  expect(readSettingsFile(text)).toEqual({ ok: false, ...problem });
});
