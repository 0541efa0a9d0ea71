import { expect, test } from "vitest";
import { paths } from "./paths.ts";

// All other paths contain only ids, references and keys that the site itself made.
test.each([
  ["a/../b?x=1#y", "/cars/a%2F..%2Fb%3Fx%3D1%23y"],
  ["//evil.example", "/cars/%2F%2Fevil.example"],
  ["javascript:alert(1)", "/cars/javascript%3Aalert(1)"],
  ["Québec & été", "/cars/Qu%C3%A9bec%20%26%20%C3%A9t%C3%A9"],
  ['"><script>', "/cars/%22%3E%3Cscript%3E"],
])("a word in an address is encoded: %s", (word, address) => {
  expect(paths.carsLanding(word)).toBe(address);
});
